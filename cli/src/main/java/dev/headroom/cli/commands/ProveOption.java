package dev.headroom.cli.commands;

import dev.headroom.lab.Effort;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/** {@code --prove} and {@code --prove thorough}; what follows it otherwise is no part of it. */
final class ProveOption {

    static final String THOROUGH = "thorough";

    private ProveOption() {}

    static final class Word implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // picocli's
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean attached = info.get("separator") instanceof String separator && !separator.isBlank();
            if (!attached && (arguments.isEmpty() || !arguments.peek().equals(THOROUGH))) {
                arguments.push("");
            }
            return false;
        }
    }

    static final class Converter implements ITypeConverter<Effort> {
        @Override
        public Effort convert(String word) {
            return switch (word) {
                case "" -> Effort.USUAL;
                case THOROUGH -> Effort.THOROUGH;
                default -> throw new TypeConversionException("`" + word + "`: expected thorough, or no value");
            };
        }
    }
}
