package dev.headroom.probe.attach;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As JDK 25 prints it with each of its collectors. */
class HeapUseTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "12318; garbage-first heap   total reserved 204800K, committed 204800K, used 12318K [0x00f3800000, 0x0100000000)|"
                        + " region size 1024K, 10 young (10240K), 2 survivors (2048K)|"
                        + " Metaspace       used 3520K, committed 3712K, reserved 1114112K|"
                        + "  class space    used 340K, committed 448K, reserved 1048576K",
                "27486; DefNew     total 61440K, used 26320K [0x00f3800000, 0x00f7aa0000)| eden space 54656K,  48% used [0x00f38)|"
                        + "Tenured    total 136576K, used 1166K [0x00f7aa0000)",
                "27070; PSYoungGen      total 59904K, used 25904K [0x00fbd80000)|ParOldGen       total 136704K, used 1166K [0x0)",
                "28672; ZHeap            used 28M, capacity 200M, max capacity 200M| Cache           172M (2)",
                "23808; Shenandoah Heap| 200M max, 200M soft max, 200M committed, 23808K used| 800 x 256 K regions",
                "0; Nobody knows this collector"
            })
    void whatIsInUseIsReadOfEachCollector(long kilobytes, String printed) {
        assertThat(HeapUse.parse(printed.replace('|', '\n'))).isEqualTo(kilobytes << 10);
    }
}
