// An aggregating gateway as API gateways in Go are: a goroutine for each backend call, one timeout, the answers merged as JSON.
// It has no bound on requests in flight.
//
//	gateway PORT BACKEND_URL TIMEOUT
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

type part struct {
	name   string
	answer map[string]any
	err    error
}

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: gateway PORT BACKEND_URL TIMEOUT")
	}
	backend := os.Args[2]
	timeout, err := time.ParseDuration(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	// Left alone it would keep 2 connections to a backend and open a new one for nearly every call
	client := &http.Client{Transport: &http.Transport{MaxIdleConns: 0, MaxIdleConnsPerHost: 1_000_000, DisableCompression: true}}

	http.HandleFunc("GET /ready", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ready") })
	http.HandleFunc("GET /compose", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), timeout)
		defer cancel()
		names := []string{"profile", "address"}
		parts := make(chan part, len(names))
		for _, name := range names {
			go func() { parts <- call(ctx, client, backend, name) }()
		}
		merged := make(map[string]any, len(names))
		for range names {
			p := <-parts
			if p.err != nil {
				http.Error(w, p.err.Error(), http.StatusBadGateway)
				return
			}
			merged[p.name] = p.answer
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(merged)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}

func call(ctx context.Context, client *http.Client, backend, name string) part {
	request, err := http.NewRequestWithContext(ctx, "GET", backend+"/"+name+"/1", nil)
	if err != nil {
		return part{name: name, err: err}
	}
	response, err := client.Do(request)
	if err != nil {
		return part{name: name, err: err}
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return part{name: name, err: fmt.Errorf("%s: %s", name, response.Status)}
	}
	p := part{name: name}
	p.err = json.NewDecoder(response.Body).Decode(&p.answer)
	return p
}
