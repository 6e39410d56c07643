package dev.butlerlabs.butler.providers.azure.infrastructure;

import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import java.util.regex.Pattern;

/** An image in the forms people write it in, as CAPZ wants it. */
final class Images {

  private static final Pattern MARKETPLACE = Pattern.compile("([^:/]+):([^:/]+):([^:/]+):([^:/]+)");
  private static final Pattern GALLERY =
      Pattern.compile(
          "(?i)/subscriptions/([^/]+)/resourceGroups/([^/]+)/providers/Microsoft\\.Compute/galleries/([^/]+)/images/([^/]+)/versions/([^/]+)");
  private static final Pattern COMMUNITY =
      Pattern.compile("(?i)/communityGalleries/([^/]+)/images/([^/]+)/versions/([^/]+)");
  private static final Pattern MANAGED =
      Pattern.compile(
          "(?i)/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Compute/images/[^/]+");

  private Images() {}

  static Fields parse(String text, Pool pool, Problems problems) {
    var urn = MARKETPLACE.matcher(text);
    if (urn.matches()) {
      return Fields.of(
          "marketplace",
          Fields.of("publisher", urn.group(1))
              .with("offer", urn.group(2))
              .with("sku", urn.group(3))
              .with("version", urn.group(4)));
    }
    var gallery = GALLERY.matcher(text);
    if (gallery.matches()) {
      return Fields.of(
          "computeGallery",
          Fields.of("subscriptionID", gallery.group(1))
              .with("resourceGroup", gallery.group(2))
              .with("gallery", gallery.group(3))
              .with("name", gallery.group(4))
              .with("version", gallery.group(5)));
    }
    var community = COMMUNITY.matcher(text);
    if (community.matches()) {
      return Fields.of(
          "computeGallery",
          Fields.of("gallery", community.group(1))
              .with("name", community.group(2))
              .with("version", community.group(3)));
    }
    if (!text.isEmpty() && !MANAGED.matcher(text).matches()) {
      problems.add(
          "image of worker pool " + pool.name(),
          text + " is no image of Azure",
          "write publisher:offer:sku:version, or the ARM ID of a managed or gallery image");
    }
    return Fields.of("id", text);
  }
}
