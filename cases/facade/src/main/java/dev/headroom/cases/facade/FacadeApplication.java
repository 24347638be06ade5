package dev.headroom.cases.facade;

import dev.headroom.cases.common.RequestIdFilter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties({ExternalSettings.class, LiftedSettings.class})
@Import(RequestIdFilter.class)
public class FacadeApplication {
    public static void main(String[] args) {
        SpringApplication.run(FacadeApplication.class, args);
    }
}
