package dev.butlerlabs.butler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.faults.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TestingPageTest {

  private static final Path PAGE = Path.of("..", "docs", "contracts", "testing.md");

  private static final Path EXAMPLE =
      Path.of("src/test/java/dev/butlerlabs/butler/testkit/EveryCallIT.java");

  @Test
  void codeOnThePageIsTheTestThatRuns() throws IOException {
    var example = between(Files.readString(EXAMPLE), "// page begins\n", "// page ends").strip();

    assertThat(between(Files.readString(PAGE), "```java\n", "```").strip()).isEqualTo(example);
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void everyFaultIsExplained(Fault fault) throws IOException {
    assertThat(Files.readString(PAGE)).contains("`" + fault + "`");
  }

  private static String between(String text, String start, String end) {
    var from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }
}
