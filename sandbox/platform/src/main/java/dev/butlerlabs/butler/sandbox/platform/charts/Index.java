package dev.butlerlabs.butler.sandbox.platform.charts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.addons.charts.Archive;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;

/** What a Helm repository says it has. */
final class Index {

  private static final YAMLMapper YAML = new YAMLMapper();

  private Index() {}

  static String of(Collection<StandIn> charts) {
    var index = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1");
    index.put("generated", Archive.TIME.toString());
    var entries = index.putObject("entries");
    for (var chart : charts) {
      var entry = entries.withArrayProperty(chart.chart()).addObject();
      entry.put("apiVersion", "v2").put("name", chart.chart()).put("version", chart.version());
      entry.put("appVersion", chart.appVersion()).put("description", chart.description());
      entry.put("created", Archive.TIME.toString()).put("digest", digest(chart.archive()));
      entry.putObject("annotations").put(StandIn.LABEL, "true");
      entry.putArray("urls").add(chart.fileName());
    }
    try {
      return YAML.writeValueAsString(index);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree can be written", impossible);
    }
  }

  static String digest(byte[] archive) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(archive));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
