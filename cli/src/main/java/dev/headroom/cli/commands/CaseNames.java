package dev.headroom.cli.commands;

import java.util.Iterator;
import java.util.stream.Stream;

/** Names of the bundled cases, and the one for all of them, for shell completion. */
final class CaseNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return Stream.concat(
                        Stream.of(AllCases.NAME),
                        BundledCases.ofLauncher().all().stream().map(BundledCases.Case::name))
                .iterator();
    }
}
