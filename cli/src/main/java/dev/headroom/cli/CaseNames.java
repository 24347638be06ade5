package dev.headroom.cli;

import java.util.Iterator;

/** Names of the bundled cases, for shell completion. */
final class CaseNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return BundledCases.ofLauncher().all().stream()
                .map(BundledCases.Case::name)
                .iterator();
    }
}
