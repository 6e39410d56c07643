package dev.butlerlabs.butler.providers.simulators.aws;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.net.URLDecoder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Files in buckets, and what S3 says of them. Of S3's model (2006-03-01, in the PyPI package
 * botocore 1.44.0) one call is played, GetObjectAttributes.
 */
final class S3 {

  private static final Set<String> ATTRIBUTES =
      Set.of("ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize");
  private static final Set<String> QUERY = Set.of("attributes", "versionId");
  private static final Pattern PATH = Pattern.compile("/([^/]+)/(.+)");

  private final Access access;
  private final Map<String, File> files = new TreeMap<>();

  S3(Access access) {
    this.access = access;
  }

  /** A file; its checksum is empty where it was uploaded without one. */
  private record File(int sizeGiB, String sha256, boolean inParts) {}

  void put(String bucket, String key, int sizeGiB, String sha256, boolean inParts) {
    files.put(bucket + "/" + key, new File(sizeGiB, sha256, inParts));
  }

  OptionalInt sizeGiB(String bucket, String key) {
    var file = files.get(bucket + "/" + key);
    return file == null ? OptionalInt.empty() : OptionalInt.of(file.sizeGiB());
  }

  Response handle(Request request) {
    try {
      if (!request.method().equals("GET") || !QUERY.containsAll(request.query().keySet())) {
        throw new Refused(405, "MethodNotAllowed", "This stand-in plays GetObjectAttributes only");
      }
      if (!ATTRIBUTES.contains(request.header("x-amz-object-attributes"))) {
        throw Refused.because("InvalidArgument", "Invalid attribute name specified.");
      }
      access.authenticate(request);
      access.require("s3:GetObject");
      access.require("s3:GetObjectAttributes");
      return xml(200, attributes(request.path()));
    } catch (Refused refused) {
      return xml(
          refused.status(),
          Element.of(
              "Error",
              Element.leaf("Code", refused.code()),
              Element.leaf("Message", String.valueOf(refused.getMessage()))));
    }
  }

  private Element attributes(String path) {
    var match = PATH.matcher(path);
    var file =
        match.matches()
            ? files.get(match.group(1) + "/" + URLDecoder.decode(match.group(2), UTF_8))
            : null;
    if (file == null) {
      throw new Refused(404, "NoSuchKey", "The specified key does not exist.");
    }
    if (file.sha256().isEmpty()) {
      return Element.of("GetObjectAttributesResponse");
    }
    var sum = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(file.sha256()));
    return Element.of(
        "GetObjectAttributesResponse",
        Element.of(
            "Checksum",
            Element.leaf("ChecksumSHA256", file.inParts() ? sum + "-3" : sum),
            Element.leaf("ChecksumType", file.inParts() ? "COMPOSITE" : "FULL_OBJECT")));
  }

  private static Response xml(int status, Element element) {
    var body = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    element.write(body);
    return new Response(status, Map.of("Content-Type", "application/xml"), body.toString());
  }
}
