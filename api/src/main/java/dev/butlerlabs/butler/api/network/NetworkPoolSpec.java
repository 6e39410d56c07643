package dev.butlerlabs.butler.api.network;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Addresses;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which addresses a pool has and which of them may be given out. */
public record NetworkPoolSpec(
    @Required
        @Pattern(Addresses.CIDR)
        @Doc("All addresses of the pool in CIDR form, IPv4 or IPv6, for example 10.40.0.0/16.")
        String cidr,
    @Doc("Parts of the pool that are never given out.") List<Reserved> reserved,
    @Doc(
            "Keeps back, besides reserved: the network and broadcast address, and the gateway and"
                + " DNS servers of every ProviderConfig that names the pool. true when left out.")
        @Nullable Boolean autoReserve,
    @Doc("The Teams whose clusters may be served from this pool. Left out: all.")
        List<String> teams,
    @Doc("The most addresses of this pool one Team may have. Left out: no limits.")
        @Nullable TeamQuota quotaPerTeam,
    @Doc("Which part of the pool tenants are served from. Left out: all of it less reserved parts.")
        @Nullable TenantAllocation tenantAllocation)
    implements Wire {

  private static final Duration REUSE_DELAY = Duration.ofMinutes(10);
  private static final Duration RETENTION = Duration.ofDays(30);

  /** CEL that passes over what the rules below it cannot compare. */
  static final String NOT_IPV4 =
      "self.exists(r, !isIP(r.start) || !isIP(r.end) || r.start.contains(':') ||"
          + " r.end.contains(':')) || ";

  public NetworkPoolSpec {
    reserved = Wire.list(reserved);
    teams = Wire.list(teams);
  }

  /** Whether well-known addresses are kept back without being named. */
  public boolean autoReserves() {
    return !Boolean.FALSE.equals(autoReserve);
  }

  /** Whether clusters of the team may be served from here. */
  public boolean serves(String team) {
    return teams.isEmpty() || teams.contains(team);
  }

  /** How long addresses rest after they were given back. */
  public Duration effectiveReuseDelay() {
    return tenantAllocation == null
        ? REUSE_DELAY
        : TimeSpan.orElse(tenantAllocation.reuseDelay(), REUSE_DELAY);
  }

  /** How long the record of addresses that were given back is kept. */
  public Duration effectiveRetention() {
    return tenantAllocation == null
        ? RETENTION
        : TimeSpan.orElse(tenantAllocation.retention(), RETENTION);
  }

  /** Whether blocks begin at a multiple of their size, rounded up to a power of two. */
  public boolean aligned() {
    return tenantAllocation != null && tenantAllocation.alignment() == Alignment.POWER_OF_TWO;
  }

  /**
   * The ranges tenants are served from, in either spelling; reserved parts are not taken out. Empty
   * means the whole pool.
   */
  public List<AddressRange> allocatableRanges() {
    return tenantAllocation == null ? List.of() : tenantAllocation.effectiveRanges();
  }

  /** A part nobody is given. */
  public record Reserved(
      @Required
          @Pattern(Addresses.CIDR)
          @Doc("The reserved part in CIDR form; it lies inside the pool.")
          String cidr,
      @Doc("Why it is reserved, for people.") @Nullable String description)
      implements Wire {}

  /** The part tenants are served from. */
  @Rule(
      value = "has(self.start) == has(self.end)",
      message = "start and end go together: give both, or neither, or use ranges instead")
  @Rule(
      value = "!has(self.start) || !has(self.end) || (" + Addresses.IN_ORDER + ")",
      message = "end must not lie before start")
  public record TenantAllocation(
      @Items(max = 16)
          @Rule(
              value = "self.all(r, isIP(r.start) && isIP(r.end))",
              message = "every range needs an IPv4 or IPv6 address as start and as end")
          @Rule(
              value =
                  NOT_IPV4
                      + "self.all(r, [r.start, r.end]"
                      + Addresses.IPV4_NUMBERS
                      + ".isSorted())",
              message = "the end of a range must not lie before its start")
          @Rule(
              value = NOT_IPV4 + "self.map(r, r.start)" + Addresses.IPV4_NUMBERS + ".isSorted()",
              message = "ranges must stand in ascending order: sort them by start")
          @Rule(
              value =
                  NOT_IPV4
                      + "[self.map(r, [r.start, r.end]"
                      + Addresses.IPV4_NUMBERS
                      + ")].all(l, l.all(n, l.filter(m, m[0] <= n[1] && n[0] <= m[1]).size() <= 1))",
              message = "ranges must not overlap: no address may stand in two of them")
          @Doc(
              "Ranges that may be given out: inside the pool, in ascending order, not overlapping;"
                  + " at most 16. They win over start and end.")
          List<AddressRange> ranges,
      @Length(max = Addresses.LONGEST)
          @Doc("First address of a single range. Older form; use ranges.")
          @Nullable String start,
      @Length(max = Addresses.LONGEST)
          @Doc("Last address of a single range. Older form; use ranges.")
          @Nullable String end,
      @Doc("How many addresses a tenant gets when it asks for no number.")
          @Nullable Defaults defaults,
      @Doc(
              "none: blocks begin anywhere. powerOfTwo: a block begins where a CIDR of its size"
                  + " can begin, so that one route names it; costs room. none when left out.")
          @Nullable Alignment alignment,
      @Pattern(TimeSpan.PATTERN)
          @Doc(
              "How long addresses rest after they were given back, before anybody gets them again;"
                  + " for example 10m or 1h30m. 10m when left out.")
          @Nullable String reuseDelay,
      @Pattern(TimeSpan.PATTERN)
          @Doc(
              "How long the record of addresses that were given back is kept, for example 720h."
                  + " 720h when left out.")
          @Nullable String retention)
      implements Wire {

    public TenantAllocation {
      ranges = Wire.list(ranges);
    }

    /** The ranges in force: the list wins over the older single range. */
    List<AddressRange> effectiveRanges() {
      if (ranges.isEmpty() && start != null && end != null) {
        return List.of(new AddressRange(start, end));
      }
      return ranges;
    }
  }

  /** From a first to a last address, both included. */
  public record AddressRange(
      @Required @Length(max = Addresses.LONGEST) @Doc("First address of the range.") String start,
      @Required
          @Length(max = Addresses.LONGEST)
          @Doc("Last address of the range, included; not below start.")
          String end)
      implements Wire {}

  /** Where blocks may begin. */
  public enum Alignment {
    @JsonProperty("none")
    NONE,
    @JsonProperty("powerOfTwo")
    POWER_OF_TWO
  }

  /** The most addresses of a pool one team may have, over all its clusters. */
  public record TeamQuota(
      @Range(min = 1) @Doc("Node addresses one Team may have. Left out: no limit.")
          @Nullable Integer maxNodeIPs,
      @Range(min = 1) @Doc("Load balancer addresses one Team may have. Left out: no limit.")
          @Nullable Integer maxLoadBalancerIPs)
      implements Wire {}

  /** Sizes used when nothing else says a number. */
  public record Defaults(
      @Default("5") @Range(min = 1) @Doc("Node addresses per tenant; 5 when left out.")
          @Nullable Integer nodesPerTenant,
      @Default("8") @Range(min = 1) @Doc("Load balancer addresses per tenant; 8 when left out.")
          @Nullable Integer lbPoolPerTenant)
      implements Wire {}
}
