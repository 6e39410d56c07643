package dev.butlerlabs.butler.providers.spi.secret;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedactionTest {

  private static final String PASSWORD = "päss/word+\"1\\2&x=y z";

  private static final String USER_DATA =
      """
      #cloud-config
      write_files:
        - content: canary-of-the-cluster-token
      runcmd:
      """;

  private final Redaction redaction =
      Redaction.of(List.of(new SecretText(PASSWORD), new SecretText(USER_DATA)));

  @Test
  void plainTextIsHidden() {
    assertThat(redaction.apply("login with " + PASSWORD + " failed"))
        .isEqualTo("login with [redacted] failed");
  }

  @Test
  void textThatNamesNoSecretStaysAsItIs() {
    assertThat(redaction.apply("VM 101 is locked (clone)")).isEqualTo("VM 101 is locked (clone)");
  }

  @Test
  void urlEncodedTextIsHiddenInBothCasesAndBothSpacings() {
    var encoded = URLEncoder.encode(PASSWORD, UTF_8);

    assertThat(redaction.apply(encoded)).isEqualTo("[redacted]");
    assertThat(redaction.apply(encoded.replace("+", "%20"))).isEqualTo("[redacted]");
    assertThat(redaction.apply("p%c3%a4ss%2fword%2b%221%5c2%26x%3dy+z")).isEqualTo("[redacted]");
  }

  @Test
  void jsonEscapedTextIsHidden() {
    assertThat(redaction.apply("{\"a\":\"päss/word+\\\"1\\\\2&x=y z\"}"))
        .isEqualTo("{\"a\":\"[redacted]\"}");
    assertThat(redaction.apply("{\"a\":\"päss\\/word+\\\"1\\\\2&x=y z\"}"))
        .isEqualTo("{\"a\":\"[redacted]\"}");
  }

  @Test
  void oneLineOfUserDataIsHidden() {
    assertThat(redaction.apply("line 3: - content: canary-of-the-cluster-token: bad indent"))
        .isEqualTo("line 3: [redacted]: bad indent");
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2"})
  void base64IsHiddenWhereverItBegins(int before) {
    var text = "x".repeat(before) + PASSWORD + "yyy";
    var encoded = Base64.getEncoder().encodeToString(text.getBytes(UTF_8));

    var shown = redaction.apply(encoded);

    assertThat(shown).contains(Redaction.MARK);
    assertThat(shown.replace(Redaction.MARK, "")).hasSizeLessThan(16);
  }

  @Test
  void basicAuthenticationIsHidden() {
    var header = Base64.getEncoder().encodeToString(("root@pam:" + PASSWORD).getBytes(UTF_8));

    assertThat(redaction.apply("Basic " + header).replace(Redaction.MARK, ""))
        .hasSizeLessThan("Basic ".length() + 20);
  }

  @Test
  void noSpellingOfARandomSecretGetsThrough() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < 500; round++) {
      var secret = randomText(random);
      var hides = Redaction.of(List.of(new SecretText(secret)));
      var bytes = secret.getBytes(UTF_8);

      var shown = new ArrayList<String>();
      shown.add(secret);
      shown.add(URLEncoder.encode(secret, UTF_8));
      shown.add(Base64.getEncoder().encodeToString(bytes));
      shown.add(Base64.getUrlEncoder().encodeToString(bytes));
      shown.add(URLEncoder.encode(Base64.getEncoder().encodeToString(bytes), UTF_8));

      assertThat(shown)
          .as("seed %d, round %d", seed, round)
          .allSatisfy(text -> assertThat(hides.apply(text)).isEqualTo(Redaction.MARK));
    }
  }

  private static String randomText(Random random) {
    var text = new StringBuilder();
    for (var i = 0; i < 8 + random.nextInt(40); i++) {
      text.append((char) ('!' + random.nextInt('~' - '!' + 1)));
    }
    return text.toString();
  }

  @Test
  void moreSecretsCanBeAdded() {
    var both = redaction.and(List.of(new SecretText("another-secret")));

    assertThat(both.apply(PASSWORD + " another-secret")).isEqualTo("[redacted] [redacted]");
  }

  @Test
  void aSecretShowsItselfToNobody() {
    var secret = new SecretText(PASSWORD);

    assertThat(secret).hasToString("[redacted]");
    assertThat(redaction.toString()).doesNotContain("word");
    assertThat(secret).isEqualTo(new SecretText(PASSWORD)).isNotEqualTo(new SecretText("other"));
    assertThat(secret.hashCode()).isEqualTo(new SecretText("other").hashCode());
  }
}
