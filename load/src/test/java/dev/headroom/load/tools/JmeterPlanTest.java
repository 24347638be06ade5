package dev.headroom.load.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmeterPlanTest {

    private static final String QUERY =
            "<JDBCSampler enabled='true'><stringProp name='query'>select 1</stringProp></JDBCSampler><hashTree/>";

    @TempDir
    private Path folder;

    /** Below a setUp group and a group of threads. */
    private boolean sendsHttp(String group, String sampler) throws IOException {
        return JmeterPlan.sendsHttp(
                Files.writeString(folder.resolve("plan.jmx"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <jmeterTestPlan version="1.2"><hashTree>
                  <TestPlan testname="shop" enabled="true"><stringProp name="comments"/></TestPlan><hashTree>
                    <SetupThreadGroup enabled="true"/><hashTree>%s</hashTree>
                    <ThreadGroup enabled="%s"><intProp name="threads">1</intProp></ThreadGroup><hashTree>%s</hashTree>
                  </hashTree>
                </hashTree></jmeterTestPlan>
                """.formatted(QUERY, group, sampler)));
    }

    @Test
    void aPlanSendsHttpWhereASamplerOfItDoes() throws IOException {
        String http = "<HTTPSamplerProxy enabled='true'><elementProp name='a'/></HTTPSamplerProxy><hashTree/>";
        assertThat(sendsHttp("true", http)).isTrue();
        assertThat(sendsHttp("true", QUERY + http)).isTrue();
        assertThat(sendsHttp("true", QUERY)).isFalse();
        assertThat(sendsHttp("true", http.replace("'true'", "'false'"))).isFalse();
        assertThat(sendsHttp("false", http)).isFalse();
        assertThat(JmeterPlan.sendsHttp(folder.resolve("none.jmx"))).isFalse();
    }
}
