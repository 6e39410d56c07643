package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.api.ProviderType;
import java.util.Locale;

/** What a process is started for. */
sealed interface Duty {

  /** The name of the lease its kind holds the lead by. */
  String lease();

  /** All controllers, and admission. */
  record Everything() implements Duty {
    @Override
    public String lease() {
      return "butler-manager";
    }
  }

  /** What is ordered of one platform, and nothing else. */
  record OnePlatform(ProviderType type) implements Duty {
    @Override
    public String lease() {
      return "butler-provider-" + type.name().toLowerCase(Locale.ROOT);
    }
  }

  /** Of {@code all} or {@code provider:NAME}. */
  static Duty of(String text) {
    if (text.equals("all")) {
      return new Everything();
    }
    if (!text.startsWith("provider:")) {
      throw new IllegalArgumentException("neither all nor provider:NAME");
    }
    return new OnePlatform(Platforms.named(text.substring("provider:".length())));
  }
}
