package dev.butlerlabs.butler.api.network;

import dev.butlerlabs.butler.api.Addresses;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which addresses a pool has and which of them may be given out. */
public record NetworkPoolSpec(
    @Required
        @Pattern(Addresses.CIDR)
        @Doc("All addresses of the pool in CIDR form, IPv4 or IPv6, for example 10.40.0.0/16.")
        String cidr,
    @Doc("Parts of the pool that are never given out.") List<Reserved> reserved,
    @Doc("Which part of the pool tenants are served from. Left out: all of it less reserved parts.")
        @Nullable TenantAllocation tenantAllocation)
    implements Wire {

  public NetworkPoolSpec {
    reserved = Wire.list(reserved);
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
  public record TenantAllocation(
      @Items(max = 16)
          @Doc(
              "Ranges that may be given out: inside the pool, in ascending order, not overlapping;"
                  + " at most 16. They win over start and end.")
          List<AddressRange> ranges,
      @Doc("First address of a single range. Older form; use ranges.") @Nullable String start,
      @Doc("Last address of a single range. Older form; use ranges.") @Nullable String end,
      @Doc("How many addresses a tenant gets when it asks for no number.")
          @Nullable Defaults defaults)
      implements Wire {

    public TenantAllocation {
      ranges = Wire.list(ranges);
    }
  }

  /** From a first to a last address, both included. */
  public record AddressRange(
      @Required @Doc("First address of the range.") String start,
      @Required @Doc("Last address of the range, included; not below start.") String end)
      implements Wire {}

  /** Sizes used when nothing else says a number. */
  public record Defaults(
      @Default("5") @Range(min = 1) @Doc("Node addresses per tenant; 5 when left out.")
          @Nullable Integer nodesPerTenant,
      @Default("8") @Range(min = 1) @Doc("Load balancer addresses per tenant; 8 when left out.")
          @Nullable Integer lbPoolPerTenant)
      implements Wire {}
}
