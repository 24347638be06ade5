package dev.headroom.fanout.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says at start-up which property is wrong and what to write, in the place of a stack trace. */
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidPropertyException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertyException cause) {
        return new FailureAnalysis(
                "The " + cause.getMessage() + ".",
                "Set '" + cause.property() + "' to a value that is allowed: it " + cause.rule() + ".",
                cause);
    }
}
