package dev.headroom.lab.experiment;

import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.DataSource;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Table;
import dev.headroom.core.model.load.Users;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the load of a variant asks of a service, wherever that is. */
public final class Mixes {

    private Mixes() {}

    /** @throws IOException where a file with values cannot be read */
    public static Mix of(Variant variant, URI address) throws IOException {
        Users users = variant.users();
        List<Table> data = new ArrayList<>();
        for (DataSource source : users.data()) {
            data.add(table(source));
        }
        return new Mix(
                parts(variant.requests(), variant.expected().success(), address),
                new Mix.Visitors(
                        data, parts(users.login(), Success.DEFAULT, address), users.cookies(), users.sessions()));
    }

    private static List<Mix.Part> parts(List<RequestKind> kinds, Success success, URI address) throws IOException {
        List<Mix.Part> parts = new ArrayList<>();
        for (RequestKind kind : kinds) {
            parts.add(new Mix.Part(
                    kind.name(),
                    kind.weight(),
                    new Request(kind.method(), address, kind.path(), kind.headers(), body(kind), success),
                    kind.sequence(),
                    kind.take()));
        }
        return parts;
    }

    private static String body(RequestKind kind) throws IOException {
        try {
            return kind.bodyFile().isEmpty() ? kind.body() : BodyFile.read(Path.of(kind.bodyFile()));
        } catch (IOException e) {
            throw new IOException("no body for " + kind.line() + ": " + e.getMessage(), e);
        }
    }

    private static Table table(DataSource source) throws IOException {
        if (source.csv().isEmpty()) {
            long first = source.first().orElseThrow();
            long last = source.last().orElse(Long.MAX_VALUE - 1);
            return new Table.Range(source.name(), first, last - first + 1, source.order());
        }
        try {
            CsvFile file = CsvFile.read(Path.of(source.csv()));
            return new Table.Listed(source.name(), file.columns(), file.rows(), source.order());
        } catch (IOException e) {
            throw new IOException("no values for the requests: " + e.getMessage(), e);
        }
    }
}
