package dev.headroom.lab.service;

import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Ready;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.text.Printable;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.NotOneJvm;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.os.process.ProcFiles;
import dev.headroom.probe.os.sockets.Listening;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A service that ran before Headroom came. It is neither started nor stopped, so there is nothing here that could.
 *
 * @param jvm that is watched; empty where there is none on this machine that may be
 * @param unseen why there is none; empty where there is one
 */
public record RunningService(String name, URI address, Optional<RunningJvm> jvm, String unseen) implements LiveService {

    /**
     * Looks for it once: it answers, and the process that the experiment names is a JVM that this user may watch.
     *
     * @throws ServiceException where it is not there; the message says what to do
     */
    public static RunningService find(Service service) throws ServiceException, InterruptedException {
        Origin.Running origin = (Origin.Running) service.origin();
        Service.Address where = service.address().orElseThrow();
        URI address = where.at(where.port());
        String name = service.name();
        if (origin.pid().isPresent()) {
            RunningJvm jvm = ofPid(name, origin.pid().getAsLong());
            checkThere(service, address);
            if (isHere(where.host())) {
                checkListens(name, jvm, where.port());
            }
            return new RunningService(name, address, Optional.of(jvm), "");
        }
        checkThere(service, address);
        if (origin.port().isEmpty() && !isHere(where.host())) {
            return new RunningService(name, address, Optional.empty(), where.host() + " is another machine");
        }
        return ofPort(
                name, address, origin.port().orElse(where.port()), origin.port().isPresent());
    }

    /** What binds one process says nothing of another's answers. In a container its ports are its own, and others stand before it. */
    private static void checkListens(String name, RunningJvm jvm, int port) throws ServiceException {
        OptionalLong there = Listening.on(port).map(Listening.Listener::pid).orElse(OptionalLong.empty());
        if (there.isPresent() && there.getAsLong() != jvm.pid() && ProcFiles.isOfOurNetwork(jvm.pid())) {
            throw new ServiceException("service " + name + ": process " + there.getAsLong()
                    + ProcessHandle.of(there.getAsLong())
                            .map(RunningService::command)
                            .orElse("") + " listens on port " + port + " of its `url`, and not process " + jvm.pid()
                    + " ("
                    + Printable.name(jvm.name()) + "), its `pid`. Correct one of them; where a proxy stands before the"
                    + " service, write the service's own address");
        }
    }

    private static RunningJvm ofPid(String name, long pid) throws ServiceException {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        RunningJvm jvm = RunningJvms.of(pid)
                .orElseThrow(() -> new ServiceException("service " + name + ": "
                        + process.map(one -> "process " + pid + command(one) + " is not a JVM")
                                .orElse("there is no process " + pid)
                        + ". `headroom ps` lists the JVMs of this machine; without `pid` its load and response times"
                        + " are measured alone"));
        if (jvm.access() == Access.NOTHING) {
            throw new ServiceException("service " + name + ": process " + pid + " (" + Printable.name(jvm.name())
                    + ") cannot be watched: " + jvm.why());
        }
        return jvm;
    }

    private static RunningService ofPort(String name, URI address, int port, boolean asked) throws ServiceException {
        String unseen;
        try {
            RunningJvm jvm = RunningJvms.find(":" + port);
            if (jvm.access() != Access.NOTHING) {
                return new RunningService(name, address, Optional.of(jvm), "");
            }
            unseen = "process " + jvm.pid() + " (" + Printable.name(jvm.name()) + "), which listens on port " + port
                    + ", cannot be watched: " + jvm.why();
        } catch (NotOneJvm e) {
            Optional<Listening.Listener> listener = Listening.on(port);
            if (asked && listener.isEmpty()) {
                throw new ServiceException(
                        "service " + name + ": nobody listens on port " + port
                                + ", by which its process is to be found. Start it, or correct `port`",
                        e);
            }
            unseen = listener.flatMap(found -> found.pid().stream().boxed().findFirst())
                    .map(pid -> "process " + pid
                            + ProcessHandle.of(pid).map(RunningService::command).orElse("") + " listens on port " + port
                            + " and is not a JVM that can be watched")
                    .orElse("no JVM that can be seen listens on port " + port);
        } catch (ProbeException e) {
            unseen = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        }
        return new RunningService(name, address, Optional.empty(), unseen);
    }

    private static String command(ProcessHandle process) {
        return process.info()
                .command()
                .map(path -> " (" + Printable.name(path.substring(path.lastIndexOf('/') + 1)) + ")")
                .orElse("");
    }

    private static void checkThere(Service service, URI address) throws ServiceException, InterruptedException {
        Readiness readiness = service.ready() instanceof Ready.Answer answer
                ? new HttpAnswer(URI.create(address + answer.path()))
                : new Readiness.OpenPort(address);
        try {
            readiness.ask();
        } catch (IOException e) {
            throw new ServiceException(
                    "service " + service.name() + ", which is to run already, is not there: asked for "
                            + readiness.question() + " at " + address + ", and saw " + seen(e)
                            + ". Start it, or correct `url`; one that Headroom is to start has a `jar`, `main` or `command`",
                    e);
        }
    }

    private static String seen(IOException e) {
        return e instanceof UnknownHostException ? "no host of this name" : String.valueOf(e.getMessage());
    }

    /** Whether that is an address of this machine. */
    private static boolean isHere(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
    }

    /** What was found, for the reader. */
    public String words() {
        return jvm.map(found -> "process " + found.pid() + " (" + Printable.name(found.name()) + ")"
                        + (found.ports().isEmpty() || found.ports().contains(address.getPort())
                                ? ""
                                : ", which does not listen on port " + address.getPort() + " itself"))
                .orElse("its load and response times alone are measured, since " + unseen);
    }

    @Override
    public Optional<Duration> cpu() {
        return jvm.flatMap(found -> ProcessHandle.of(found.pid()))
                .flatMap(process -> process.info().totalCpuDuration());
    }

    @Override
    public void checkAlive(String when) throws ServiceException {
        if (jvm.isPresent() && !jvm.get().process().isStill()) {
            throw new ServiceException(
                    "service " + name + " (process " + jvm.get().pid() + ") ended " + when
                            + "; Headroom has not stopped it. Start it again, and repeat the run");
        }
    }
}
