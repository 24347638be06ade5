package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.rmi.server.RMISocketFactory;
import java.util.PriorityQueue;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

class JmxGuardTest {

    private static Object read(Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(JmxGuard::check);
            return in.readObject();
        }
    }

    /** Of the classes by which such objects take over who reads them. */
    private record Foreign(String name) implements Serializable {}

    @Test
    void openTypesComeIn() throws Exception {
        assertThat(read("text")).isEqualTo("text");
        assertThat(read(new String[] {"a", "b"})).isEqualTo(new String[] {"a", "b"});
        Object properties = ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName(ManagementFactory.RUNTIME_MXBEAN_NAME), "SystemProperties");
        assertThat(read(properties)).isEqualTo(properties);
        Object memory = ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName(ManagementFactory.MEMORY_MXBEAN_NAME), "HeapMemoryUsage");
        assertThat(MemoryUsage.from((CompositeData) read(memory)).getUsed()).isPositive();
        assertThat(read(new IllegalStateException("no"))).hasToString("java.lang.IllegalStateException: no");
    }

    @Test
    void nothingElseDoes() {
        for (Object other : new Object[] {
            new Foreign("x"),
            new PriorityQueue<>(),
            URI.create("http://127.0.0.1/"),
            new Foreign[1],
            new Object[(1 << 20) + 1]
        }) {
            assertThatThrownBy(() -> read(other)).as("%s", other).isInstanceOf(InvalidClassException.class);
        }
    }

    @Test
    void whereverAnObjectSaysThatItLivesThisMachineIsCalled() throws Exception {
        JmxGuard.install();
        try (ServerSocket here = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket called = RMISocketFactory.getSocketFactory().createSocket("192.0.2.1", here.getLocalPort())) {
            assertThat(called.getInetAddress().isLoopbackAddress()).isTrue();
            JmxGuard.install(); // once is enough
        }
    }

    @Test
    void aUrlThatHasUsLookThingsUpElsewhereIsNotFollowed() {
        for (String url : new String[] {
            "service:jmx:rmi:///jndi/ldap://192.0.2.1/o", "service:jmx:rmi://127.0.0.1/jndi/rmi://127.0.0.1:1/jmxrmi"
        }) {
            assertThatThrownBy(() -> JmxCommands.stub(url)).hasMessageContaining("no management agent of its own");
        }
    }
}
