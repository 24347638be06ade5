package dev.headroom.cases.downstream;

import java.util.List;

/** Names, phone numbers and addresses that look random and are the same for the same seed and user. */
final class People {
    private static final List<String> FIRST = List.of(
            "Ada",
            "Alan",
            "Barbara",
            "Dennis",
            "Edsger",
            "Frances",
            "Grace",
            "Hedy",
            "John",
            "Katherine",
            "Ken",
            "Leslie",
            "Margaret",
            "Niklaus",
            "Radia",
            "Tony");
    private static final List<String> LAST = List.of(
            "Abara",
            "Bauer",
            "Castillo",
            "Dubois",
            "Eriksen",
            "Farkas",
            "Garcia",
            "Haddad",
            "Ivanova",
            "Jensen",
            "Kowalski",
            "Lindqvist",
            "Moreau",
            "Novak",
            "Okafor",
            "Petrov");
    private static final List<String> STREETS = List.of("Birch", "Harbour", "Mill", "Orchard", "Quarry", "Station");

    private final Chance chance;

    People(long seed) {
        this.chance = new Chance(seed).series(3);
    }

    String name(long user) {
        Chance own = chance.series(user);
        return FIRST.get(own.below(FIRST.size(), 0)) + " " + LAST.get(own.below(LAST.size(), 1));
    }

    String phoneNumber(long user) {
        Chance own = chance.series(user);
        return "+1-" + (200 + own.below(800, 2)) + "-555-" + (1000 + own.below(9000, 3));
    }

    String street(long user) {
        Chance own = chance.series(user);
        return (1 + own.below(199, 4)) + " " + STREETS.get(own.below(STREETS.size(), 5)) + " Street";
    }
}
