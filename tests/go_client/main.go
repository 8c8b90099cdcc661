// Sends recorded cases to a podlaw server as a Go client of Kubernetes has them: what k8s.io/api marshals, unchanged.
//
// Reads cases as JSON Lines from standard input, the address of the server from the command line; writes one JSON object a
// case: its id, and of the verdict whether the pod is allowed, the messages and the digest.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
	corev1 "k8s.io/api/core/v1"

	podlawcore "podlaw.test/client/gen/podlaw/core/v1"
	podlaw "podlaw.test/client/gen/podlaw/v1"
)

type recorded struct {
	ID         string `json:"id"`
	Kubernetes string `json:"kubernetes"`
	Input      struct {
		Pod         *corev1.Pod         `json:"pod"`
		LimitRanges []corev1.LimitRange `json:"limitRanges"`
	} `json:"input"`
}

type answered struct {
	ID       string   `json:"id"`
	Allowed  bool     `json:"allowed"`
	Messages []string `json:"messages"`
	Digest   string   `json:"digest"`
	Error    string   `json:"error,omitempty"`
}

// marshaler is what every object of k8s.io/api is.
type marshaler interface{ Marshal() ([]byte, error) }

// carry reads the bytes that an object of Kubernetes marshals to as the message of podlaw that is compatible with it.
func carry(from marshaler, to proto.Message) error {
	data, err := from.Marshal()
	if err != nil {
		return err
	}
	return proto.Unmarshal(data, to)
}

func request(asked *recorded) (*podlaw.EvaluateRequest, error) {
	pod := &podlawcore.Pod{}
	if err := carry(asked.Input.Pod, pod); err != nil {
		return nil, err
	}
	result := &podlaw.EvaluateRequest{
		Kubernetes: asked.Kubernetes,
		Pod:        &podlaw.Object{Form: &podlaw.Object_Pod{Pod: pod}},
	}
	for i := range asked.Input.LimitRanges {
		limitRange := &podlawcore.LimitRange{}
		if err := carry(&asked.Input.LimitRanges[i], limitRange); err != nil {
			return nil, err
		}
		object := &podlaw.Object{Form: &podlaw.Object_LimitRange{LimitRange: limitRange}}
		result.LimitRanges = append(result.LimitRanges, object)
	}
	return result, nil
}

// given back as Kubernetes reads it: the verdict's pod has to be readable as v1.Pod again.
func readBack(verdict *podlaw.Verdict) error {
	data, err := proto.Marshal(verdict.GetPod().GetPod())
	if err != nil {
		return err
	}
	return (&corev1.Pod{}).Unmarshal(data)
}

func answer(service podlaw.PolicyServiceClient, line []byte) answered {
	asked := &recorded{}
	if err := json.Unmarshal(line, asked); err != nil {
		return answered{ID: asked.ID, Error: "not decoded: " + err.Error()}
	}
	message, err := request(asked)
	if err != nil {
		return answered{ID: asked.ID, Error: "not marshaled: " + err.Error()}
	}
	deadline, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	response, err := service.Evaluate(deadline, message)
	if err != nil {
		return answered{ID: asked.ID, Error: "not answered: " + err.Error()}
	}
	verdict := response.GetVerdict()
	if err := readBack(verdict); err != nil {
		return answered{ID: asked.ID, Error: "not read back: " + err.Error()}
	}
	result := answered{ID: asked.ID, Allowed: verdict.GetAllowed(), Digest: verdict.GetDigest(), Messages: []string{}}
	for _, violation := range verdict.GetViolations() {
		result.Messages = append(result.Messages, violation.GetMessage())
	}
	return result
}

func run(address string) error {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer connection.Close()
	service := podlaw.NewPolicyServiceClient(connection)
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		if err := out.Encode(answer(service, lines.Bytes())); err != nil {
			return err
		}
	}
	return lines.Err()
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: client ADDRESS < CASES")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
