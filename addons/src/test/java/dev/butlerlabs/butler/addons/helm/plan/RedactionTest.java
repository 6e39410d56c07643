package dev.butlerlabs.butler.addons.helm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedactionTest {

  @Test
  void point28_whatSoundsSecretIsMaskedHoweverDeep() throws JsonProcessingException {
    var redaction =
        redaction(
            """
            grafana:
              adminPassword: canary-one
              ingress: {host: grafana.example.com}
            stores:
              - credentials: {user: alice, value: canary-two}
            auth: {pins: [4711, canary-three]}
            """);

    assertThat(
            redaction.apply(
                "canary-one canary-two canary-three 4711 alice grafana.example.com Y2FuYXJ5LW9uZQ=="))
        .isEqualTo("**** **** **** **** **** grafana.example.com ****");
  }

  @Test
  void point28_keysAndCertificatesInTheirUsualFormAreMasked() throws JsonProcessingException {
    var redaction =
        redaction("identity: {issuer: {tls: {keyPEM: canary-one, crtPEM: canary-two}}}");

    assertThat(redaction.apply("canary-one canary-two")).isEqualTo("**** ****");
  }

  @Test
  void point28_passwordWithinAnAddressIsMasked() throws JsonProcessingException {
    var redaction =
        redaction(
            """
            remoteWrite:
              - {url: "https://alice:can%40ry-one@metrics.example.com/push"}
              - {url: "https://canary-two@metrics.example.com"}
            config: |
              brokers: amqp://bob:canary-three@queue:5672
              docs: https://example.com:8080/a@b
            """);

    assertThat(redaction.apply("can%40ry-one can@ry-one canary-two canary-three"))
        .isEqualTo("**** **** **** ****");
    assertThat(redaction.apply("https://alice:can%40ry-one@metrics.example.com/push"))
        .isEqualTo("https://alice:****@metrics.example.com/push");
    assertThat(redaction.apply("example.com:8080/a@b bob")).isEqualTo("example.com:8080/a@b bob");
  }

  @Test
  void everyLineOfAKeyIsMasked() throws JsonProcessingException {
    var redaction = redaction("tls: {privateKey: \"first-line\\n  second-line\\n\"}");

    assertThat(redaction.apply("bad data: second-line")).isEqualTo("bad data: ****");
  }

  @Test
  void shortWordsStayReadable() throws JsonProcessingException {
    assertThat(redaction("auth: {type: no}").apply("not now")).isEqualTo("not now");
  }

  @Test
  void aSecretThatIsPartOfAnotherLeavesNoRest() throws JsonProcessingException {
    var redaction = redaction("{token: abcd, password: abcdefgh}");

    assertThat(redaction.apply("abcdefgh")).isEqualTo("****");
  }

  @Test
  void itsOwnTextShowsNothing() throws JsonProcessingException {
    assertThat(redaction("{password: canary}").toString()).doesNotContain("canary");
  }

  private static Redaction redaction(String yaml) throws JsonProcessingException {
    return Redaction.of(new YAMLMapper().readTree(yaml), List.of());
  }
}
