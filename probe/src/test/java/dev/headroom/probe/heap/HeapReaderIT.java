package dev.headroom.probe.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.conservation.BoundedObjects;
import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.conservation.FutureChain;
import dev.headroom.core.conservation.RequestsInHeap;
import dev.headroom.core.conservation.WaiterCounts;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import java.io.BufferedReader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(120)
class HeapReaderIT {

    private static final String GATE = Gate.class.getName();
    private static final String WAITER = Gate.Waiter.class.getName();

    private static final Set<Integer> CLIENTS =
            IntStream.range(Gate.FIRST_PORT, Gate.FIRST_PORT + 10).boxed().collect(Collectors.toSet());

    private final Process service;

    HeapReaderIT() throws Exception {
        service = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        Path.of(Gate.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        GATE)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @AfterEach
    void end() throws Exception {
        service.destroyForcibly().waitFor();
        Files.deleteIfExists(Path.of("/tmp/.java_pid" + service.pid()));
    }

    @Test
    void thoseThatWaitLeadToWhatBounds() throws Exception {
        BufferedReader said = service.inputReader();
        assertThat(said.readLine()).isEqualTo("idle");
        try (HeapFolder folder = HeapFolder.create()) {
            ProcessId process = ProcessId.now(service.pid());
            Path idle = folder.dump(process, "idle");
            service.outputWriter().append('x').flush();
            assertThat(said.readLine()).isEqualTo("busy");
            Path loaded = folder.dump(process, "loaded");

            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(idle.getParent())))
                    .isEqualTo("rwx------");
            List<Near> near = HeapReader.read(loaded, heap -> heap.near(WAITER, 7));
            RequestsInHeap requests = HeapReader.read(loaded, heap -> heap.requests(CLIENTS, CLIENTS, 5));
            Map<String, List<Map<String, Long>>> before =
                    Map.of(GATE, HeapReader.read(idle, heap -> heap.numbers(GATE)));
            assertThat(near).extracting(Near::type).contains(GATE);
            assertThat(before.get(GATE))
                    .containsExactly(Map.of(
                            "most",
                            3L,
                            "used.value",
                            0L,
                            "left.sync.state",
                            3L,
                            "waiting.size",
                            0L, //
                            "tickets.size",
                            2L,
                            "slips.size",
                            0L,
                            "orders.size",
                            2L));
            assertThat(new BoundedObjects(List.of(near, near), before).find(3, most -> true))
                    .hasValueSatisfying(bound -> {
                        assertThat(bound.object().type()).isEqualTo(GATE);
                        assertThat(bound.most()).isEqualTo(3);
                        assertThat(bound.beside()).isEqualTo("used.value");
                    });
            assertThat(new BoundedObjects(List.of(near, near), before).holder(Set.of(WAITER), Set.of()))
                    .hasValueSatisfying(holder -> assertThat(holder.type()).isEqualTo(GATE));
            assertThat(requests.near().keySet())
                    .as("what leads to no client of its own is no request")
                    .extracting(Near::type)
                    .contains(GATE)
                    .doesNotContain(Gate.Shed.class.getName(), Gate.Registry.class.getName());
            assertThat(requests.near()).anySatisfy((object, clients) -> {
                assertThat(object.waiters()).isEqualTo(WAITER);
                assertThat(clients)
                        .isEqualTo(CLIENTS.stream()
                                .filter(port -> port >= Gate.FIRST_PORT + 3)
                                .collect(Collectors.toSet()));
            });
            Set<Integer> others =
                    CLIENTS.stream().filter(port -> port < Gate.FIRST_PORT + 7).collect(Collectors.toSet());
            RequestsInHeap later = new RequestsInHeap(
                    CLIENTS,
                    requests.near().keySet().stream().collect(Collectors.toMap(object -> object, object -> others)),
                    Map.of(),
                    Optional.empty());
            assertThat(new WaiterCounts(List.of(requests, later)).find()).hasValueSatisfying(counted -> {
                assertThat(counted.object().type()).isEqualTo(GATE);
                assertThat(counted.queue()).isEqualTo("waiting.size");
                assertThat(counted.waiting()).containsExactly(7, 7);
                assertThat(counted.most()).hasValue(3);
            });
            folder.close();
            assertThat(idle.getParent()).doesNotExist();
        }
    }

    @Test
    void whoWaitsInALibraryIsARequestOfTheClientThatItsThreadServes() throws Exception {
        awaitBusy();
        Set<Integer> callers = IntStream.range(Gate.FIRST_CALLER, Gate.FIRST_CALLER + Gate.CALLERS)
                .boxed()
                .collect(Collectors.toSet());
        try (HeapFolder folder = HeapFolder.create()) {
            Path dump = folder.dump(ProcessId.now(service.pid()), "loaded");
            RequestsInHeap requests = HeapReader.read(dump, heap -> heap.requests(callers, callers, Gate.CALLERS));

            assertThat(requests.near()).anySatisfy((object, clients) -> {
                assertThat(object.type()).isEqualTo(Gate.Desk.class.getName());
                assertThat(object.waiters()).isEqualTo(Gate.Call.class.getName());
                assertThat(object.numbers()).containsEntry("calls.size", (long) Gate.CALLERS);
                assertThat(clients).isEqualTo(callers);
            });
        }
    }

    @Test
    void requestsThatWaitForOneAnotherAreAChain() throws Exception {
        awaitBusy();
        try (HeapFolder folder = HeapFolder.create()) {
            Path dump = folder.dump(ProcessId.now(service.pid()), "loaded");

            assertThat(chain(dump, 0)).as("each begins in its turn").hasValueSatisfying(chain -> {
                assertThat(chain.type()).isEqualTo(Gate.Ledger.class.getName());
                assertThat(chain.clients()).isEqualTo(linked(0));
                assertThat(chain.chains()).hasValue(1);
                assertThat(chain.inOrder()).isFalse();
            });
            assertThat(chain(dump, 1)).as("each promise is kept in its turn").hasValueSatisfying(chain -> {
                assertThat(chain.clients()).isEqualTo(linked(1));
                assertThat(chain.inOrder()).isFalse();
            });
            assertThat(chain(dump, 2))
                    .as("each has begun, and is given back in its turn")
                    .hasValueSatisfying(chain -> {
                        assertThat(chain.clients()).isEqualTo(linked(2));
                        assertThat(chain.inOrder()).isTrue();
                    });
            assertThat(chain(dump, 3)).as("none waits for another").isEmpty();
            assertThat(chain(dump, 4))
                    .as("each has several, and waits for none")
                    .isEmpty();
            assertThat(chain(dump, 5))
                    .as("each begins in its turn on its track")
                    .hasValueSatisfying(chain -> {
                        assertThat(chain.type()).isEqualTo(Gate.Ledger.class.getName());
                        assertThat(chain.clients()).isEqualTo(linked(5));
                        assertThat(chain.chains()).hasValue(2);
                        assertThat(chain.inOrder()).isFalse();
                    });
            assertThat(chain(dump, 7))
                    .as("what the JDK's client shares among calls is nobody's turn")
                    .hasValueSatisfying(chain -> {
                        assertThat(chain.clients()).isEqualTo(linked(7));
                        assertThat(chain.chains()).hasValue(2);
                    });
        }
    }

    private void awaitBusy() throws Exception {
        BufferedReader said = service.inputReader();
        assertThat(said.readLine()).isEqualTo("idle");
        service.outputWriter().append('x').flush();
        assertThat(said.readLine()).isEqualTo("busy");
    }

    private static Optional<FutureChain> chain(Path dump, int ledger) throws Exception {
        Set<Integer> clients = linked(ledger);
        return HeapReader.read(dump, heap -> heap.requests(clients, clients, Gate.LINKS / 2 + 1))
                .chain();
    }

    private static Set<Integer> linked(int ledger) {
        int first = Gate.FIRST_LINKED + ledger * Gate.LINKS;
        return IntStream.range(first, first + Gate.LINKS).boxed().collect(Collectors.toSet());
    }

    @Test
    void whatIsNoHeapDumpIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("no.hprof"), "JAVA PROFILE 1.0.2, they say");

        assertThatThrownBy(() -> HeapReader.read(file, heap -> heap)).isInstanceOf(ProbeException.class);
    }

    @Test
    void whatEndsInTheMiddleIsRefused() throws Exception {
        assertThat(service.inputReader().readLine()).isEqualTo("idle");
        try (HeapFolder folder = HeapFolder.create()) {
            Path dump = folder.dump(ProcessId.now(service.pid()), "cut");
            try (FileChannel file = FileChannel.open(dump, StandardOpenOption.WRITE)) {
                file.truncate(file.size() / 2);
            }

            assertThatThrownBy(() -> HeapReader.read(dump, heap -> heap.numbers(GATE)))
                    .as("the disk was full, or the JVM has ended")
                    .isInstanceOf(ProbeException.class);
        }
    }

    @Test
    void whatAJvmThatEndedLeftOfADumpInPartsIsDeleted() throws Exception {
        assertThat(service.inputReader().readLine()).isEqualTo("idle");
        Path dump;
        try (HeapFolder folder = HeapFolder.create()) {
            dump = folder.dump(ProcessId.now(service.pid()), "heap");
            // JDK 23 and newer, from six processors on
            Files.writeString(dump.resolveSibling("heap.hprof.p0"), "secrets");
        }

        assertThat(dump.getParent()).doesNotExist();
    }
}
