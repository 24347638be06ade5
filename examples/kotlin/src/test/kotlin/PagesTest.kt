package dev.headroom.examples.kotlin

import dev.headroom.fanout.FanOutException.CallFailed
import java.io.IOException
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test

class PagesTest {
    private class Answers(val name: String?, val offers: () -> List<String> = { listOf("tea") }) : Services {
        override fun name(id: Long) = name

        override fun top(id: Long) = offers()

        override fun price(offer: String) = offer.length
    }

    @Test
    fun `a page has what both services answer`() {
        assertThat(Pages(Answers("ann")).page(7)).isEqualTo(Page("ann", listOf("tea")))
    }

    @Test
    fun `an answer may be null`() {
        assertThat(Pages(Answers(null)).page(7).user).isEqualTo("nobody")
    }

    @Test
    fun `a checked exception needs no declaration, and the fallback stands in`() {
        assertThat(Pages(Answers("ann") { throw IOException("down") }).page(7)).isEqualTo(Page("ann", emptyList()))
    }

    @Test
    fun `answers have the order of what was asked for`() {
        assertThat(Pages(Answers("ann")).prices(listOf("tea", "coffee"))).containsExactly(3, 6)
    }

    @Test
    fun `a failure that is no rejection is thrown`() {
        val services = object : Services by Answers("ann") {
            override fun name(id: Long) = throw IOException("down")
        }
        assertThatThrownBy { Pages(services).nameOrBusy(7) }
            .isInstanceOf(CallFailed::class.java)
            .hasRootCauseMessage("down")
    }
}
