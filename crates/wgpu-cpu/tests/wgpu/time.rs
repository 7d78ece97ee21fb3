//! Time: timestamps, waiting, long work, faults, the order of drops.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use crate::common::{self, gpu, impatient};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};
use wgpu::{BufferUsages as Usage, PollError, PollStatus, PollType};

#[test]
fn timestamps_grow() {
    let gpu = gpu();
    let set = gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
        label: None,
        ty: wgpu::QueryType::Timestamp,
        count: 5,
    });
    let pipeline = gpu.pipeline("work");
    let data = gpu.storage(&[100_000, 0]);
    let group = gpu.group(&pipeline, 0, &[&data]);
    let times = gpu.empty(256 + 40, Usage::QUERY_RESOLVE | Usage::COPY_SRC);
    gpu.submit(|encoder| {
        encoder.write_timestamp(&set, 0);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                query_set: &set,
                beginning_of_pass_write_index: Some(1),
                end_of_pass_write_index: Some(3),
            }),
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
        pass.write_timestamp(&set, 2);
        drop(pass);
        encoder.resolve_query_set(&set, 0..5, &times, 256);
    });
    let words = gpu.read(&times);
    let times: Vec<u64> = bytemuck::pod_collect_to_vec(&words[64..]);
    assert_eq!(gpu.queue.get_timestamp_period(), 1.0);
    assert!(times[0] > 0 && times[..4].is_sorted(), "{times:?}");
    assert!(times[2] - times[1] > 10_000, "{times:?}");
    assert_eq!(times[4], 0);
}

#[test]
fn waiting_for_long_work_times_out() {
    let gpu = common::patient();
    let data = gpu.storage(&[10_000_000, 0]);
    let start = Instant::now();
    gpu.run("work", &data, 1);
    let submitted = start.elapsed();
    let short = Some(Duration::from_millis(5));
    let waited = gpu.device.poll(PollType::Wait { submission_index: None, timeout: short });
    let waiting = start.elapsed();
    assert!(matches!(waited, Err(PollError::Timeout)), "{waited:?}");
    assert!(matches!(gpu.device.poll(PollType::Poll), Ok(PollStatus::Poll)));
    assert!(matches!(gpu.wait(), PollStatus::QueueEmpty));
    let done = start.elapsed();
    assert!(submitted < done / 4, "submit took {submitted:?} of {done:?}");
    assert!(waiting < done / 2 + Duration::from_millis(5), "waited {waiting:?} of {done:?}");
    assert_ne!(gpu.read(&data)[1], 0);
}

#[test]
fn callbacks_come_with_the_work() {
    let gpu = gpu();
    let data = gpu.storage(&[1_000_000, 0]);
    let (send, receive) = mpsc::channel();
    gpu.run("work", &data, 1);
    let at = send.clone();
    gpu.queue.on_submitted_work_done(move || at.send("long").unwrap());
    let index = gpu.submit(|encoder| encoder.clear_buffer(&data, 0, Some(4)));
    gpu.queue.on_submitted_work_done(move || send.send("short").unwrap());
    assert!(receive.try_recv().is_err());
    gpu.device.poll(PollType::Wait { submission_index: Some(index), timeout: None }).unwrap();
    assert_eq!(receive.iter().collect::<Vec<_>>(), ["long", "short"]);
}

#[test]
fn an_endless_loop_loses_the_device() {
    let gpu = impatient();
    let (send, lost) = mpsc::channel();
    gpu.device.set_device_lost_callback(move |reason, said| send.send((reason, said)).unwrap());
    let errors = Arc::new(Mutex::new(Vec::new()));
    let sink = errors.clone();
    gpu.device.on_uncaptured_error(Arc::new(move |e: wgpu::Error| {
        sink.lock().unwrap().push(e.to_string());
    }));
    let data = gpu.storage(&[0; 2]);
    let out = gpu.empty(8, Usage::MAP_READ | Usage::COPY_DST);
    assert_eq!(wgpu_cpu::fault(&gpu.device), None);
    gpu.run("spin", &data, 1);
    gpu.submit(|encoder| encoder.copy_buffer_to_buffer(&data, 0, &out, 0, 8));
    let (send, mapped) = mpsc::channel();
    out.map_async(wgpu::MapMode::Read, .., move |result| send.send(result).unwrap());
    let status = gpu.device.poll(PollType::wait_indefinitely());
    assert!(matches!(status, Ok(PollStatus::QueueEmpty)), "{status:?}");
    assert!(mapped.recv().unwrap().is_err(), "a fault's leavings were handed out");
    let (reason, said) = lost.recv().unwrap();
    assert_eq!(reason, wgpu::DeviceLostReason::Unknown);
    assert_eq!(said, "Device is lost");
    let fault = wgpu_cpu::fault(&gpu.device).unwrap().to_string();
    assert!(fault.contains("the spin kernel") && fault.contains("`spin`"), "{fault}");
    // Using a lost device is quiet, as wgpu wants it.
    gpu.submit(|encoder| encoder.copy_buffer_to_buffer(&data, 0, &out, 0, 8));
    drop(gpu.empty(64, Usage::STORAGE));
    drop(gpu.pipeline("double"));
    gpu.wait();
    assert_eq!(*errors.lock().unwrap(), [""; 0]);
}

#[test]
fn a_device_can_be_dropped_before_its_work() {
    let gpu = gpu();
    let data = gpu.storage(&[1_000_000, 0]);
    let (send, receive) = mpsc::channel();
    gpu.run("work", &data, 1);
    gpu.queue.on_submitted_work_done(move || send.send(()).unwrap());
    let common::Gpu { adapter, device, queue, kernels } = gpu;
    drop((adapter, device, kernels));
    drop(queue);
    drop(data);
    receive.recv().unwrap();
}

#[test]
fn a_device_can_be_destroyed() {
    let gpu = gpu();
    let data = gpu.storage(&[1]);
    gpu.run("double", &data, 1);
    let (send, lost) = mpsc::channel();
    gpu.device.set_device_lost_callback(move |reason, _| send.send(reason).unwrap());
    gpu.device.destroy();
    gpu.wait();
    assert_eq!(lost.recv().unwrap(), wgpu::DeviceLostReason::Destroyed);
    assert_eq!(wgpu_cpu::fault(&gpu.device), None);
}

#[test]
fn threads_submit_together() {
    let gpu = gpu();
    let pipeline = gpu.pipeline("bump");
    let data: Vec<_> = (0..4).map(|_| gpu.storage(&[0; 16])).collect();
    let shared = gpu.storage(&[0; 16]);
    std::thread::scope(|scope| {
        for own in &data {
            let (gpu, pipeline, shared) = (&gpu, &pipeline, &shared);
            scope.spawn(move || {
                for buffer in [own, shared] {
                    let group = gpu.group(pipeline, 0, &[buffer]);
                    for _ in 0..200 {
                        gpu.pass(|pass| {
                            pass.set_pipeline(pipeline);
                            pass.set_bind_group(0, &group, &[]);
                            pass.set_immediates(0, bytemuck::cast_slice(&[0_u32, 1]));
                            pass.dispatch_workgroups(1, 1, 1);
                        });
                    }
                }
                assert_eq!(gpu.read(own), [200; 16]);
            });
        }
    });
    assert_eq!(gpu.read(&shared), [800; 16]);
}

#[test]
fn many_devices() {
    let instance = wgpu_cpu::instance();
    for _ in 0..50 {
        let gpu = common::gpu_of(&instance);
        let data = gpu.storage(&[1]);
        gpu.run("double", &data, 1);
    }
}
