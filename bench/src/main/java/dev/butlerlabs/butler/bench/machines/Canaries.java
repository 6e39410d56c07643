package dev.butlerlabs.butler.bench.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Words that nobody may repeat: those of an account, and what stands in machines' user data. */
record Canaries(List<String> words) {

  static final String USER_DATA = "#cloud-config\n# canary-in-user-data\n";

  /** In all that stages plant, and in no message of anybody. */
  private static final String PLANTED = "canary";

  /** Shorter words of a kubeconfig or a key file are names and ids, which may be told. */
  private static final int SHORTEST = 40;

  Canaries {
    words = List.copyOf(words);
  }

  static Canaries of(Credentials account) {
    var inUserData = Base64.getEncoder().encodeToString(USER_DATA.getBytes(UTF_8));
    var ofAccount =
        account.all().stream()
            .map(SecretText::reveal)
            .flatMap(text -> Arrays.stream(text.split("[\\s\"]+", -1)))
            .filter(word -> word.length() >= SHORTEST);
    return new Canaries(
        Stream.concat(Stream.of(PLANTED, inUserData), ofAccount).distinct().toList());
  }

  boolean in(String text) {
    return words.stream().anyMatch(text::contains);
  }
}
