package dev.headroom.cases.upgrade;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication(proxyBeanMethods = false)
public class UpgradeApplication {
    public static void main(String[] args) {
        SpringApplication.run(UpgradeApplication.class, args);
    }
}
