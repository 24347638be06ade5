package dev.headroom.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Looks through a document for mistakes of one sort. What has the wrong form is passed over: the schema tells of it. */
abstract class Checks {

    final YamlDocument document;
    final List<Mistake> mistakes = new ArrayList<>();

    Checks(YamlDocument document) {
        this.document = document;
    }

    final JsonNode at(String pointer) {
        return document.at(pointer);
    }

    final void mistake(String pointer, String found, String expected) {
        mistakes.add(document.mistake(document.value(pointer), found, expected));
    }

    final void mistakeAtKey(String pointer, String found, String expected) {
        mistakes.add(document.mistake(document.key(pointer), found, expected));
    }
}
