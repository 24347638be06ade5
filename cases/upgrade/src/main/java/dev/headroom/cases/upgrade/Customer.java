package dev.headroom.cases.upgrade;

record Customer(long id, String name, String phoneNumber) {}
