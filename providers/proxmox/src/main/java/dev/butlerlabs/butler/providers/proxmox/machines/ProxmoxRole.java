package dev.butlerlabs.butler.providers.proxmox.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The least an account must be allowed: worked out from the calls the driver makes. A test compares
 * the table with the calls that a stand-in sees.
 */
public final class ProxmoxRole {

  private static final String AGENT = "VM.Monitor";
  private static final String AGENT_SINCE_9 = "VM.GuestAgent.Audit";

  /** What machines need, and what images need beside that. */
  static final Part MACHINES = load().part("machines");

  static final Part IMAGES = load().part("images");

  private final List<Row> rows;

  private ProxmoxRole(List<Row> rows) {
    this.rows = rows;
  }

  /**
   * One call the driver makes.
   *
   * @param field of the call that is meant; empty for the call as a whole
   * @param part what the call is for: machines or images
   */
  public record Row(String call, String field, List<String> privileges, String part) {
    public Row {
      privileges = List.copyOf(privileges);
    }

    /** Whether this row is about such a call; the path begins after the API's format. */
    public boolean covers(String method, String path) {
      var pattern = call.substring(call.indexOf(' ') + 1).replaceAll("\\{[a-z]+\\}", "[^/]+");
      return call.startsWith(method + " ") && Pattern.matches(pattern, path);
    }

    public boolean covers(String method, String path, String set) {
      return covers(method, path) && (field.isEmpty() || Pattern.matches(field, set));
    }

    @Override
    public String toString() {
      return field.isEmpty() ? call : call + " " + field;
    }
  }

  public static ProxmoxRole load() {
    try (var in = ProxmoxRole.class.getResourceAsStream("privileges.tsv")) {
      if (in == null) {
        throw new IllegalStateException("privileges.tsv is not beside ProxmoxRole");
      }
      return new ProxmoxRole(
          new String(in.readAllBytes(), UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#") && !line.isBlank())
              .map(line -> line.split("\t", -1))
              .map(cells -> new Row(cells[0], cells[1], words(cells[2]), cells[3]))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> words(String cell) {
    return Pattern.compile(" ").splitAsStream(cell).filter(word -> !word.isEmpty()).toList();
  }

  public List<Row> rows() {
    return rows;
  }

  /** What one part of the driver needs, by the names that no version has changed. */
  record Part(SortedSet<String> privileges) {

    /** What an account that holds these does not have. */
    Optional<Fault> lacking(JsonNode byPath) {
      var missing = new TreeSet<>(privileges);
      byPath.forEach(held -> held.fieldNames().forEachRemaining(missing::remove));
      return missing.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Fault.Forbidden(
                  "look at the permissions of the account",
                  "it lacks " + String.join(", ", missing)));
    }
  }

  private Part part(String name) {
    var its = rows.stream().filter(row -> row.part().equals(name)).toList();
    var all = new ProxmoxRole(its).privileges(8);
    all.retainAll(new ProxmoxRole(its).privileges(9));
    return new Part(all);
  }

  /** By the names they have in that major version. */
  public SortedSet<String> privileges(int version) {
    return rows.stream()
        .flatMap(row -> row.privileges().stream())
        .map(name -> version >= 9 && name.equals(AGENT) ? AGENT_SINCE_9 : name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Commands for a shell on a Proxmox node that make the role and an account that has it. */
  public String commands(int version) {
    return """
    pveum role add Butler --privs "%s"
    pveum user add butler@pve
    pveum acl modify / --users butler@pve --roles Butler
    pveum user token add butler@pve butler --privsep 0
    """
        .formatted(String.join(" ", privileges(version)));
  }
}
