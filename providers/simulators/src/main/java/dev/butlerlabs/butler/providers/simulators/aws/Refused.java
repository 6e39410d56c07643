package dev.butlerlabs.butler.providers.simulators.aws;

/** AWS says no. */
final class Refused extends RuntimeException {

  private final int status;
  private final String code;

  Refused(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** The way most things are refused. */
  static Refused because(String code, String message) {
    return new Refused(400, code, message);
  }

  static Refused value(String parameter, String value, String why) {
    return because(
        "InvalidParameterValue",
        "Value (%s) for parameter %s is invalid. %s".formatted(value, parameter, why));
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }
}
