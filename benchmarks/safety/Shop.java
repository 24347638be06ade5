import java.io.File;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.startup.Tomcat;

/** A small service on Tomcat: 50 workers, 20 ms a request, a semaphore of 20. Prints its port. */
public final class Shop {
    private Shop() {}

    public static void main(String[] arguments) throws Exception {
        Semaphore stock = new Semaphore(20);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(arguments[0]);
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("maxThreads", "50");
        var context = tomcat.addContext("", new File(arguments[0]).getAbsolutePath());
        Tomcat.addServlet(context, "shop", new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                try {
                    stock.acquire();
                    try {
                        Thread.sleep(20);
                    } finally {
                        stock.release();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                response.getWriter().println("sold");
            }
        });
        context.addServletMappingDecoded("/", "shop");
        tomcat.start();
        System.out.println("port " + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }
}
