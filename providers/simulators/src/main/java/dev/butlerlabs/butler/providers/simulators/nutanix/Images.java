package dev.butlerlabs.butler.providers.simulators.nutanix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Images machines start from. */
final class Images {

  private final Map<String, Image> images = new TreeMap<>();

  record Image(String uuid, String name, String description, long bytes, String type) {}

  void add(Image image) {
    images.put(image.uuid(), image);
  }

  Image require(String uuid) {
    var image = images.get(uuid);
    if (image == null) {
      throw Refused.missing("image", uuid);
    }
    return image;
  }

  List<Image> listed() {
    return new ArrayList<>(images.values());
  }
}
