package dev.butlerlabs.butler.providers.proxmox;

import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which bridge the first card of a machine hangs on. */
public final class Bridge {

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,14}");

  private Bridge() {}

  /** The one that is named; a subnet that reads like a bridge is one too. */
  public static Optional<String> of(ProxmoxSettings settings, @Nullable NetworkSettings network) {
    return Optional.ofNullable(settings.bridge())
        .filter(name -> !name.isEmpty())
        .or(
            () ->
                Optional.ofNullable(network)
                    .flatMap(some -> Optional.ofNullable(some.subnet()))
                    .filter(name -> NAME.matcher(name).matches()));
  }
}
