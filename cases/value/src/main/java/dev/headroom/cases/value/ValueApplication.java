package dev.headroom.cases.value;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(LiftedSettings.class)
public class ValueApplication {
    public static void main(String[] args) {
        SpringApplication.run(ValueApplication.class, args);
    }
}
