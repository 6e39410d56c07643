package dev.butlerlabs.butler.tenants.objects.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.infrastructure.Reference;
import org.junit.jupiter.api.Test;

class TemplateTest {

  /** Platforms draw Secrets beside templates, and each is looked at. */
  @Test
  void kindsOfTheCoreAreInNoGroup() {
    assertThat(Template.Ref.of(new Reference("v1", "Secret", "web")))
        .isEqualTo(new Template.Ref("", "Secret", "web"));
    assertThat(Template.Ref.of(new Reference("example.com/v1", "Thing", "web")))
        .isEqualTo(new Template.Ref("example.com", "Thing", "web"));
  }
}
