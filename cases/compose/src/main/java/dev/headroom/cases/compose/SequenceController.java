package dev.headroom.cases.compose;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One call after the other, on Tomcat's thread: the delays add up. */
@RestController
class SequenceController {
    private final PeopleClient people;

    SequenceController(@Qualifier("blocking") PeopleClient people) {
        this.people = people;
    }

    @GetMapping("/compose/sequence")
    Composed compose(@RequestParam(defaultValue = "1") long id) {
        return new Composed("sequence", people.profile(id), people.address(id));
    }
}
