package dev.headroom.cases.value;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication(proxyBeanMethods = false)
public class ValueApplication {
    public static void main(String[] args) {
        SpringApplication.run(ValueApplication.class, args);
    }
}
