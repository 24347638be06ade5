package dev.headroom.load.k6;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * A load that is shared out in a cluster, for the k6 operator (grafana/k6-operator 1.6.0, {@code k6.io/v1alpha1}). Each runner writes a CSV of its own,
 * named for its job, since runners that share one write into each other's lines (k6-operator #163). The operator adds the segment, the
 * tag {@code instance_id}, {@code --paused} and the address by itself.
 */
public final class OperatorFiles {

    /** What a ConfigMap holds at most. */
    private static final int MOST = 1 << 20;

    private static final String STEPS = """
            # The load of a Headroom experiment by the k6 operator, in this order:
            #
            #   kubectl apply -f results.yaml -f script.yaml
            #   kubectl patch deployment DEPLOYMENT --patch-file observe.yaml   # look at its user first
            #   kubectl apply -f testrun.yaml
            #   sh observe.sh app=LABEL                                         # while the load is on; says which pod failed
            #   kubectl wait --for=jsonpath='{.status.stage}'=finished testrun/%1$s --timeout=1h
            #   kubectl cp %1$s-results:/results .
            #   headroom merge .
            """;

    private static final String TESTRUN = """
            apiVersion: k6.io/v1alpha1
            kind: TestRun
            metadata:
              name: %1$s
            spec:
              parallelism: %2$d
              script:
                configMap:
                  name: %1$s-script
                  file: %3$s
              arguments: %4$s
              runner:
                env:
                  - name: SHARD
                    valueFrom:
                      fieldRef:
                        fieldPath: metadata.labels['job-name']
            %5$s    securityContext:
                  fsGroup: 12345 # k6's user, who writes the results
                volumes:
                  - name: results
                    persistentVolumeClaim:
                      claimName: %1$s-results
                volumeMounts:
                  - name: results
                    mountPath: /results
            """;

    private static final String RESULTS = """
            # Runners on several nodes write into one volume: its class has to know ReadWriteMany.
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata:
              name: %1$s-results
            spec:
              accessModes: [ReadWriteMany]
              resources:
                requests:
                  storage: 10Gi
            ---
            # From it the results are fetched.
            apiVersion: v1
            kind: Pod
            metadata:
              name: %1$s-results
            spec:
              restartPolicy: Never
              containers:
                - name: results
                  image: %2$s
                  command: [sleep, infinity]
                  volumeMounts:
                    - name: results
                      mountPath: /results
              volumes:
                - name: results
                  persistentVolumeClaim:
                    claimName: %1$s-results
            """;

    private static final String OBSERVE = """
            # Headroom beside the service, in each of its pods. A JVM lets its own user attach: 1000 has to be the one of the service's container.
            spec:
              template:
                spec:
                  shareProcessNamespace: true
                  containers:
                    - name: headroom
                      image: %1$s
                      command: [sleep, infinity]
                      securityContext:
                        runAsUser: 1000
                        runAsGroup: 1000
            """;

    /** A service's port says nothing of the one on which its container listens, so a JVM is named, or the only one of its pod is meant. */
    private static final String OBSERVE_SCRIPT = """
            #!/bin/sh
            # One diagnosis for each pod of the service, all at once: observe.sh SELECTOR [PID|NAME|PORT]
            # Of a pod with several JVMs the second argument says which, as for `headroom diagnose`: PORT is that of the container.
            set -eu
            cd "$(dirname "$0")"
            pods=$(kubectl get pods --selector "${1:?a selector of the pods of the service, such as app=shop}" --output name)
            jvm=${2:-}
            mkdir -p observations

            observe() {
              file="observations/${1#pod/}.json"
              code=0
              kubectl exec "$1" --container headroom -- headroom diagnose ${jvm:+"$jvm"} --for 30s --json > "$file" || code=$?
              if [ ! -s "$file" ]; then # a code above 0 with a diagnosis says what was found
                rm -f "$file"
                echo "$1 was not observed: exit code $code" >&2
                return 1
              fi
            }

            running=
            for pod in $pods; do
              observe "$pod" &
              running="$running $!"
            done
            failed=0
            for one in $running; do
              wait "$one" || failed=1
            done
            if [ -z "$running" ]; then
              echo "no pod fits the selector $1" >&2
              failed=1
            fi
            exit $failed
            """;

    private OperatorFiles() {}

    /**
     * Texts by the names of their files.
     *
     * @param experiment its name becomes that of the test
     * @param target where the service is for whoever is in the cluster
     * @param image with Headroom in it
     * @throws IllegalArgumentException where script and values do not fit into a ConfigMap
     */
    public static Map<String, String> of(String experiment, K6Script script, URI target, String image, int count) {
        String name = name(experiment);
        Map<String, String> files = new LinkedHashMap<>();
        files.put("testrun.yaml", STEPS.formatted(name) + testRun(name, script, target, count));
        files.put("script.yaml", configMap(name, script));
        files.put("results.yaml", RESULTS.formatted(name, quoted(image)));
        files.put("observe.yaml", OBSERVE.formatted(quoted(image)));
        files.put("observe.sh", OBSERVE_SCRIPT);
        return files;
    }

    private static String testRun(String name, K6Script script, URI target, int count) {
        List<String> words = new ArrayList<>(K6Command.options("/results/$(SHARD).csv"));
        words.addAll(List.of("--env", "BASE_URL=" + target));
        Map<String, String> environment = new TreeMap<>(script.environment());
        environment.remove("SSL_CERT_FILE"); // a file of this machine
        environment.put("K6_CSV_TIME_FORMAT", "unix_micro");
        StringBuilder variables = new StringBuilder();
        environment.forEach((key, value) ->
                variables.append("      - name: %s%n        value: %s%n".formatted(key, quoted(value))));
        return TESTRUN.formatted(name, count, K6Script.NAME, quoted(String.join(" ", words)), variables);
    }

    private static String configMap(String name, K6Script script) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put(K6Script.NAME, script.text());
        all.putAll(new TreeMap<>(script.files()));
        int bytes = all.values().stream()
                .mapToInt(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .sum();
        if (bytes > MOST) {
            throw new IllegalArgumentException(
                    "script and values have " + (bytes >> 10)
                            + " KiB, and a ConfigMap holds 1024: use fewer rows, or put them on a volume and name it in testrun.yaml (script.volumeClaim)");
        }
        StringBuilder text = new StringBuilder(
                "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s-script%ndata:%n".formatted(name));
        all.forEach((file, content) -> text.append("  ")
                .append(quoted(file))
                .append(": |\n")
                .append(content.stripTrailing().indent(4)));
        return text.toString();
    }

    /** As Kubernetes has names (RFC 1123). */
    private static String name(String experiment) {
        String name = experiment
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+|-+$", "");
        return name.isEmpty()
                ? "headroom"
                : name.length() > 40 ? name.substring(0, 40).replaceAll("-+$", "") : name;
    }

    /** JSON's quotes are YAML's. */
    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
