package dev.butlerlabs.butler.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FreePortTest {

  private static final int MANY = 250;

  /** What another JVM does: asks for as many, and says which it got. */
  static final class Other {

    private Other() {}

    public static void main(String[] arguments) {
      System.out.println(String.join(" ", many().map(String::valueOf).toList()));
    }

    private static Stream<Integer> many() {
      return IntStream.range(0, MANY).mapToObj(_ -> FreePort.next());
    }
  }

  @Test
  void noPortIsGivenTwiceHereOrInAnotherJvm() throws Exception {
    var all = new HashSet<>(Other.many().toList());
    assertThat(all).hasSize(MANY);

    assertThat(ofAnotherJvm()).hasSize(MANY).noneMatch(all::contains);
  }

  private static Set<Integer> ofAnotherJvm() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classes =
        Path.of("target", "classes") + File.pathSeparator + Path.of("target", "test-classes");
    var other =
        new ProcessBuilder(List.of(java, "-cp", classes, Other.class.getName()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var told = new String(other.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(other.waitFor()).isZero();
    return new HashSet<>(Stream.of(told.split(" ", -1)).map(Integer::valueOf).toList());
  }
}
