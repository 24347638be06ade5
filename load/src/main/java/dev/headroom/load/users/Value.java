package dev.headroom.load.users;

/** Where a value of a request comes from. */
@FunctionalInterface
interface Value {

    String of(Visit visit) throws ValueException;
}
