package dev.headroom.load.users;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Random UUIDs (RFC 9562, version 4), of a generator that need not be safe from guessing. */
final class Uuid {

    private Uuid() {}

    static String next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = random.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL | 0x4000L;
        long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
