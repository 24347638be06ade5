package dev.headroom.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorBudgetTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9})
    void allTestsTogetherHaveTheWholeBudget(int tests) {
        ErrorBudget budget = new ErrorBudget(0.01, tests);

        double spent = IntStream.range(0, tests)
                .mapToDouble(test -> budget.look(test, 0, 0.3) + budget.look(test, 0.3, 1))
                .sum();

        assertThat(spent).isCloseTo(0.01, within(1e-15));
    }

    @Test
    void theFirstHasHalfOfIt() {
        assertThat(new ErrorBudget(0.01, 5).look(0, 0, 1)).isEqualTo(0.005);
    }

    @Test
    void thereAreNoMoreTestsThanWereTold() {
        assertThatThrownBy(() -> new ErrorBudget(0.01, 5).look(5, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
