package dev.butlerlabs.butler.providers.aws.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLDecoder;
import java.util.Optional;
import java.util.regex.Pattern;

/** A file in S3, by whichever of its addresses. An empty region is not told. */
record ImageFile(String bucket, String key, String region) {

  private static final String BUCKET = "([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])";
  private static final String HOST = "s3[.-]([a-z0-9-]+)\\.amazonaws\\.com(?:\\.cn)?";
  private static final Pattern BY_NAME = Pattern.compile("s3://" + BUCKET + "/(.+)");
  private static final Pattern BY_HOST =
      Pattern.compile("https://" + BUCKET + "\\." + HOST + "/([^?#]+)");
  private static final Pattern BY_PATH =
      Pattern.compile("https://" + HOST + "/" + BUCKET + "/([^?#]+)");

  static Optional<ImageFile> of(URI source) {
    var text = source.toString();
    var byName = BY_NAME.matcher(text);
    if (byName.matches()) {
      return Optional.of(new ImageFile(byName.group(1), plain(byName.group(2)), ""));
    }
    var byHost = BY_HOST.matcher(text);
    if (byHost.matches()) {
      return Optional.of(new ImageFile(byHost.group(1), plain(byHost.group(3)), byHost.group(2)));
    }
    var byPath = BY_PATH.matcher(text);
    return byPath.matches()
        ? Optional.of(new ImageFile(byPath.group(2), plain(byPath.group(3)), byPath.group(1)))
        : Optional.empty();
  }

  private static String plain(String encoded) {
    return URLDecoder.decode(encoded.replace("+", "%2B"), UTF_8);
  }

  @Override
  public String toString() {
    return "s3://" + bucket + "/" + key;
  }
}
