package dev.headroom.cases.facade;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.GetExchange;

/** The downstream as its clients see it; Spring implements it (docs/decisions/0008). */
interface ExternalService {
    /** Answers after {@code ms} milliseconds. */
    @GetExchange("/external-data/{ms}")
    ExternalData data(@PathVariable int ms);

    /** @param time that the answer took, in milliseconds */
    record ExternalData(int time) {}
}
