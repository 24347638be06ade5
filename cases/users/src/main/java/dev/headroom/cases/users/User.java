package dev.headroom.cases.users;

record User(long id, String name, String phoneNumber) {}
