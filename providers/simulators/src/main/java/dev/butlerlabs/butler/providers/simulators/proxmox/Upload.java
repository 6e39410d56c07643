package dev.butlerlabs.butler.providers.simulators.proxmox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A form with one file in it. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Upload(Map<String, String> fields, byte[] file) {

  private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
  private static final Pattern FILE = Pattern.compile("filename=\"([^\"]*)\"");

  static Upload of(Request request) {
    var boundary = request.header("content-type").replaceFirst("^.*boundary=", "");
    var fields = new LinkedHashMap<String, String>();
    var file = new byte[0];
    // One byte is one character here, so that nothing of the file is lost.
    var text = new String(request.body(), ISO_8859_1);
    for (var part : text.split(Pattern.quote("--" + boundary), -1)) {
      var head = part.indexOf("\r\n\r\n");
      var name = NAME.matcher(part);
      if (head < 0 || !name.find()) {
        continue;
      }
      var content = part.substring(head + 4, part.length() - 2);
      var filename = FILE.matcher(part.substring(0, head));
      if (filename.find()) {
        fields.put(name.group(1), filename.group(1));
        file = content.getBytes(ISO_8859_1);
      } else {
        fields.put(name.group(1), content);
      }
    }
    return new Upload(fields, file);
  }
}
