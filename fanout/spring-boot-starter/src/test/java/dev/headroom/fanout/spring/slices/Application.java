package dev.headroom.fanout.spring.slices;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** What the tests of slices find. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Application {}
