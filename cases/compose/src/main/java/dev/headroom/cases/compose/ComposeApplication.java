package dev.headroom.cases.compose;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(LiftedSettings.class)
public class ComposeApplication {
    public static void main(String[] args) {
        SpringApplication.run(ComposeApplication.class, args);
    }
}
