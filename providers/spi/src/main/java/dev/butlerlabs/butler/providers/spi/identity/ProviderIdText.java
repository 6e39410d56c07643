package dev.butlerlabs.butler.providers.spi.identity;

import dev.butlerlabs.butler.api.ProviderType;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The spellings of provider ids. */
final class ProviderIdText {

  private static final String UUID_SHAPE =
      "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
  private static final Pattern SCHEME = Pattern.compile("([a-z]+)://(.+)");
  private static final Pattern UUID = Pattern.compile(UUID_SHAPE);
  private static final Pattern PROXMOX =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9.-]*)/qemu/([1-9][0-9]{2,8})");
  private static final Pattern AWS = Pattern.compile("/([a-z0-9-]+)/(i-[0-9a-f]{8,17})");
  private static final Pattern AWS_BARE = Pattern.compile("i-[0-9a-f]{8,17}");
  private static final Pattern GCP =
      Pattern.compile("([a-z0-9.:-]+)/([a-z0-9-]+)/([a-z]([a-z0-9-]*[a-z0-9])?)");
  private static final Pattern AZURE =
      Pattern.compile(
          "/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Compute/.+",
          Pattern.CASE_INSENSITIVE);

  private ProviderIdText() {}

  static Optional<ProviderId> parse(String text) {
    var match = SCHEME.matcher(text);
    return match.matches() ? inScheme(match.group(1), match.group(2)) : Optional.empty();
  }

  private static Optional<ProviderId> inScheme(String scheme, String rest) {
    return switch (scheme) {
      case "harvester" -> read(UUID, rest).map(id -> new ProviderId.Harvester(id.group()));
      case "nutanix" -> read(UUID, rest).map(id -> new ProviderId.Nutanix(id.group()));
      case "proxmox" ->
          read(PROXMOX, rest)
              .map(id -> new ProviderId.Proxmox(id.group(1), Integer.parseInt(id.group(2))));
      case "aws" -> read(AWS, rest).map(id -> new ProviderId.Aws(id.group(1), id.group(2)));
      case "gce" ->
          read(GCP, rest).map(id -> new ProviderId.Gcp(id.group(1), id.group(2), id.group(3)));
      case "azure" -> read(AZURE, rest).map(id -> new ProviderId.Azure(id.group()));
      case "local" -> Optional.of(new ProviderId.Local(rest));
      default -> Optional.empty();
    };
  }

  static Optional<ProviderId> parseBare(ProviderType type, String text) {
    return switch (type) {
      case HARVESTER -> read(UUID, text).map(id -> new ProviderId.Harvester(id.group()));
      case NUTANIX -> read(UUID, text).map(id -> new ProviderId.Nutanix(id.group()));
      case AWS -> read(AWS_BARE, text).map(id -> new ProviderId.Aws("", id.group()));
      case AZURE -> read(AZURE, text).map(id -> new ProviderId.Azure(id.group()));
      case PROXMOX, GCP, LOCAL -> Optional.empty();
    };
  }

  private static Optional<MatchResult> read(Pattern shape, String text) {
    var match = shape.matcher(text);
    return match.matches() ? Optional.of(match.toMatchResult()) : Optional.empty();
  }
}
