package dev.butlerlabs.butler.providers.aws.machines;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** An element of an answer. */
final class Xml {

  private final Element element;

  private Xml(Element element) {
    this.element = element;
  }

  /** Nothing where the text is no XML. Documents that declare anything are not read. */
  static Optional<Xml> parse(String text) {
    try {
      var factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      var builder = factory.newDocumentBuilder();
      // The default one prints to standard error.
      builder.setErrorHandler(new DefaultHandler());
      var document = builder.parse(new InputSource(new StringReader(text)));
      return Optional.of(new Xml(document.getDocumentElement()));
    } catch (SAXException | IOException noXml) {
      return Optional.empty();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("This JDK cannot read XML safely", e);
    }
  }

  String name() {
    return element.getTagName();
  }

  String text() {
    return element.getTextContent().strip();
  }

  List<Xml> children() {
    var found = new ArrayList<Xml>();
    var nodes = element.getChildNodes();
    for (var i = 0; i < nodes.getLength(); i++) {
      if (nodes.item(i) instanceof Element child) {
        found.add(new Xml(child));
      }
    }
    return found;
  }

  /** The first element at the end of this path of names. */
  Optional<Xml> find(String... path) {
    var at = Optional.of(this);
    for (var name : path) {
      at =
          at.flatMap(
              here ->
                  here.children().stream().filter(child -> child.name().equals(name)).findFirst());
    }
    return at;
  }

  /** Its text, or an empty one. */
  String text(String... path) {
    return find(path).map(Xml::text).orElse("");
  }

  /** The elements of the list at the end of this path: all that stand below it. */
  List<Xml> list(String... path) {
    return find(path).map(Xml::children).orElse(List.of());
  }

  int number(String... path) {
    var text = text(path);
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  /** A list of tags, whichever way the service writes its names. */
  Map<String, String> tags(String list) {
    var tags = new TreeMap<String, String>();
    for (var tag : list(list)) {
      var key = tag.find("key").isPresent() ? "key" : "Key";
      var value = key.equals("key") ? "value" : "Value";
      tags.put(tag.text(key), tag.text(value));
    }
    return tags;
  }
}
