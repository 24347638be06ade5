package dev.headroom.lab.experiment;

import dev.headroom.core.model.load.Template;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Hosts that are written into requests: the load goes to the watched service, whatever they say. */
final class ForeignHosts extends Checks {

    /** How a plan asks where the service is, whatever it makes of it. */
    private static final Pattern TOLD = Pattern.compile("BASE_URL|\\(\\s*host\\b");

    private static final Pattern WHOLE_URL = Pattern.compile("([A-Z]+) (https?://[^/?#\\s]+)(\\S*)");

    private ForeignHosts(YamlDocument document) {
        super(document);
    }

    /** A request with a URL in place of its path is a mistake, whoever it names. */
    static Optional<Mistake> inRequest(YamlDocument document, String pointer) {
        Matcher url = WHOLE_URL.matcher(document.text(pointer));
        if (!url.matches()) {
            return Optional.empty();
        }
        ForeignHosts hosts = new ForeignHosts(document);
        String path = url.group(3).startsWith("/") ? url.group(3) : "/" + url.group(3);
        return Optional.of(document.mistake(
                document.value(pointer),
                "the host " + url.group(2) + " written into a request, and "
                        + (hosts.isOurs(url.group(2)) ? "`" : "the load goes elsewhere: `") + hosts.watched + "` is "
                        + hosts.address(),
                "the path alone: " + url.group(1) + " " + path));
    }

    /** A JMeter plan that names its host and asks for no other. A plan of several hosts may have to call others, and is taken as it is. */
    static Optional<Mistake> inPlan(YamlDocument document, String pointer, String plan) {
        ForeignHosts hosts = new ForeignHosts(document);
        List<String> named = values(plan, "domain");
        if (named.size() != 1
                || !named.getFirst().matches("[\\w.-]+")
                || TOLD.matcher(plan).find()) {
            return Optional.empty();
        }
        List<String> ports = values(plan, "port");
        String url = "http://" + named.getFirst() + (ports.size() == 1 ? ":" + ports.getFirst() : "");
        return hosts.isOurs(url.replace("localhost", "127.0.0.1")) && !hosts.choosesItsPort()
                ? Optional.empty()
                : Optional.of(document.mistake(
                        document.value(pointer),
                        "the host " + url + " written into the plan, and the load goes elsewhere: `" + hosts.watched
                                + "` is " + hosts.address(),
                        "${__P(host)} and ${__P(port)} in the plan, or a service at the address that the plan has"));
    }

    /** Different values of a setting of its requests, but for those that are left to the defaults. */
    private static List<String> values(String plan, String setting) {
        return Pattern.compile("name=\"HTTPSampler\\." + setting + "\">([^<]+)<")
                .matcher(plan)
                .results()
                .map(found -> found.group(1).strip())
                .distinct()
                .toList();
    }

    /** URLs of another host in a file of values: their paths are sent, to the watched service. */
    static List<Mistake> inValues(YamlDocument document) {
        ForeignHosts hosts = new ForeignHosts(document);
        document.children("/variants").forEach(hosts::in);
        return hosts.mistakes;
    }

    /** However deep requests stand: among others, in steps, in a login. */
    private void in(String pointer) {
        document.children(pointer).forEach(this::in);
        document.elements(pointer).forEach(this::in);
        if (at(pointer).isString() && pointer.endsWith("/request")) {
            request(pointer);
        }
    }

    private void request(String pointer) {
        String path = document.text(pointer).replaceFirst("^[A-Z]+ ", "");
        if (path.isEmpty()
                || !(Template.of(path).parts().getFirst() instanceof Template.Value value)
                || !value.name().contains(".")) {
            return;
        }
        String[] name = value.name().split("\\.", 2);
        String csv = document.text(YamlDocument.child("/data", name[0]) + "/csv");
        try {
            CsvFile values = CsvFile.read(document.resolve(csv));
            int column = values.columns().indexOf(name[1]);
            values.rows().stream()
                    .map(row -> row.get(column))
                    .filter(text -> text.matches("https?://.*") && !isOurs(text))
                    .findFirst()
                    .ifPresent(text -> mistake(
                            pointer,
                            "`" + text + "` in " + csv + ", and the load goes elsewhere: `" + watched + "` is "
                                    + address() + ", which gets the path alone",
                            "paths without a host, or those of this service"));
        } catch (IOException e) {
            // told as a mistake of its own
        }
    }

    private boolean isOurs(String url) {
        try {
            URI one = new URI(url);
            URI ours = new URI(address());
            return one.getHost() != null
                    && one.getHost().equalsIgnoreCase(ours.getHost())
                    && (choosesItsPort() || port(one) == port(ours));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** When it starts. */
    private boolean choosesItsPort() {
        return address().endsWith(":0");
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? 443 : 80;
    }

    /** Of the watched service, as the file has it. */
    private String address() {
        JsonNode service = at(YamlDocument.child("/services", watched));
        return service.has("url")
                ? service.path("url").asString("")
                : service.path("scheme").asString("http") + "://"
                        + service.path("host").asString("127.0.0.1") + ":"
                        + service.path("port").asInt(0);
    }
}
