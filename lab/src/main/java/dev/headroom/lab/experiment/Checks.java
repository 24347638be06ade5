package dev.headroom.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Looks through a document for mistakes of one sort. What has the wrong form is passed over: the schema tells of it. */
abstract class Checks {

    final YamlDocument document;
    final List<Mistake> mistakes = new ArrayList<>();
    final List<String> services;
    final List<String> variants;
    /** The service that takes the load. */
    final String watched;

    Checks(YamlDocument document) {
        this.document = document;
        this.services = List.copyOf(document.root().path("services").propertyNames());
        this.variants = List.copyOf(document.root().path("variants").propertyNames());
        this.watched = document.root().path("watch").asString("");
    }

    final JsonNode at(String pointer) {
        return document.at(pointer);
    }

    /** Each entry of a class path has to be there. */
    final void classPath(String pointer, String expected) {
        List<String> entries = document.list(pointer);
        for (int i = 0; i < entries.size(); i++) {
            String entry = document.absolute(entries.get(i));
            if (!entries.get(i).isEmpty() && ClassPath.expand(entry).isEmpty()) {
                mistake(pointer + "/" + i, "nothing at " + entry, expected);
            }
        }
    }

    final void mistake(String pointer, String found, String expected) {
        mistakes.add(document.mistake(document.value(pointer), found, expected));
    }

    final void mistakeAtKey(String pointer, String found, String expected) {
        mistakes.add(document.mistake(document.key(pointer), found, expected));
    }
}
