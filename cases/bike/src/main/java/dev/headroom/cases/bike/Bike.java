package dev.headroom.cases.bike;

record Bike(String status) {}
