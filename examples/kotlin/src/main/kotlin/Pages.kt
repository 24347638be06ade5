package dev.headroom.examples.kotlin

import dev.headroom.fanout.Downstream
import dev.headroom.fanout.FanOut
import dev.headroom.fanout.FanOutException.Rejected
import dev.headroom.fanout.Part
import java.time.Duration.ofMillis

data class Page(val user: String, val offers: List<String>)

interface Services {
    /** Null where there is no such user. */
    fun name(id: Long): String?

    fun top(id: Long): List<String>

    fun price(offer: String): Int
}

class Pages(private val services: Services) {
    private val users = Downstream.of("users", 50)
    private val offers = Downstream.named("offers").limit(20).timeout(ofMillis(300)).build()

    /** A part's type says whether its answer may be null, and the compiler asks for what is then. */
    fun page(id: Long): Page = FanOut.within(ofMillis(800)).call(
        users.part { services.name(id) },
        offers.part { services.top(id) }.orElse(emptyList()),
    ) { user, offers -> Page(user ?: "nobody", offers) }

    fun prices(ids: List<String>): List<Int> =
        FanOut.within(ofMillis(800)).atOnce(8).all(ids) { id -> offers.part { services.price(id) } }

    /** Only a rejection has this answer; other failures are thrown. */
    fun nameOrBusy(id: Long): String? = FanOut.within(ofMillis(800)).call(
        users.part { services.name(id) }.recover { failure -> if (failure is Rejected) "busy" else throw failure },
    )
}

fun <T> Downstream.part(call: () -> T): Part<T> = Part.part(this, call)
