package dev.headroom.lab.service;

import dev.headroom.core.model.experiment.Ready;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** One way to see whether a service is ready. */
interface Readiness {

    /** The longest that one question to a port may take. */
    int PATIENCE_MILLIS = 1_000;

    /**
     * Asks once.
     *
     * @throws IOException where it is not ready; the message says what was seen instead
     */
    void ask() throws IOException, InterruptedException;

    /** What is waited for, in words. */
    String question();

    static Readiness of(ServiceProcess service) {
        Launch launch = service.launch();
        return switch (launch.ready()) {
            case Ready.Answer answer ->
                new HttpAnswer(URI.create(launch.address().orElseThrow() + answer.path()));
            case Ready.Command command -> new CommandSucceeds(command.words(), service);
            case Ready.Log log -> new LogSays(log.text(), launch.log());
            case Ready.Started started ->
                launch.address().<Readiness>map(OpenPort::new).orElseGet(IsStarted::new);
        };
    }

    record OpenPort(URI address) implements Readiness {

        @Override
        public void ask() throws IOException {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), PATIENCE_MILLIS);
            }
        }

        @Override
        public String question() {
            return "port " + address.getPort() + " open";
        }
    }

    /** Nothing more is to be seen of it. */
    record IsStarted() implements Readiness {

        @Override
        public void ask() {}

        @Override
        public String question() {
            return "its start";
        }
    }
}
