package dev.butlerlabs.butler.providers.proxmox.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
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

  private final List<Row> rows;

  private ProxmoxRole(List<Row> rows) {
    this.rows = rows;
  }

  /**
   * One call the driver makes.
   *
   * @param field of the call that is meant; empty for the call as a whole
   */
  public record Row(String call, String field, List<String> privileges) {
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
              .map(cells -> new Row(cells[0], cells[1], words(cells[2])))
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

  /** By the names they have in that major version. */
  public SortedSet<String> privileges(int version) {
    return rows.stream()
        .flatMap(row -> row.privileges().stream())
        .map(name -> version >= 9 && name.equals(AGENT) ? AGENT_SINCE_9 : name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those that have the same name everywhere. */
  SortedSet<String> inEveryVersion() {
    var all = privileges(8);
    all.retainAll(privileges(9));
    return all;
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
